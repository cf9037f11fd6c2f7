"""Between hbkit's pipes and the socket of the process whose functions answer: what comes in goes out."""
import os
import socket
import sys
import threading


def copy_in(connection: socket.socket) -> None:
    while data := os.read(0, 65536):
        connection.sendall(data)
    connection.shutdown(socket.SHUT_WR)


def main() -> None:
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(sys.argv[1])
    threading.Thread(target=copy_in, args=(connection,), daemon=True).start()
    while data := connection.recv(65536):
        while data:
            data = data[os.write(1, data):]


main()
