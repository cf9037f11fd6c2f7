# android-log.awk: a log of an app that never was, in the manner of DroidRacer's abc_log, for `bench/import`.
#
#     awk -v lines=1000000 -v loopers=4 -v seed=1 -f android-log.awk
#
# Some threads with queues run messages, at the same time; a message has some fifty accesses, mostly to
# objects of its thread, and sometimes posts; native threads post now and then; every fourth post is
# delayed.  Queues are FIFO but for the delays, so the log is that of a real run.  The numbers are of a
# generator whose products stay below 2^53: every awk writes the same bytes.

function random (below) { state = (state * 16807) % 2147483647; return state % below }

function say (text) { print ++number " " text; written++ }

# What is read and written since the last operation of another kind stands in one ACCESS.
function close_access (t) {
  if (!accessed[t]) return
  say ("ACCESS tid:" t "\t accessId:" ++accesses)
  accessed[t] = 0
}

function access (t,   object, share) {
  share = random(10)
  object = share ? t * 1000 + random(400) : random(2000)
  printf "rwId:%d %s tid:%d obj:0x41%06x class:Lorg/example/app/%s; field:%d\n", ++rw,
    random(7) ? "READ" : "WRITE", t, object * 64, classes[object % 8], 8 + 4 * (object % 5)
  accessed[t] = 1
  written++
}

# A message for looper T, to be called once DELAY lines have been written.
function post (from, to, delay) {
  close_access(from)
  say ("POST src:" from " msg:" ++messages " dest:-1 delay:" (delay ? delay : 0))
  if (!delay) queue[to, last[to]++] = messages
  else {
    due[delayed] = written + delay
    target[delayed] = to
    waiting[delayed++] = messages
  }
}

# Delays are the same for all, so the first to come is the first to fire.
function fire () {
  while (fired < delayed && due[fired] <= written) {
    queue[target[fired], last[target[fired]]++] = waiting[fired]
    delete due[fired]; delete target[fired]; delete waiting[fired++]
  }
}

function native (   t) {
  t = loopers + 1 + random(4)
  say ("NATIVE-ENTRY tid:" t "thread-name:Binder Thread #" t - loopers)
  post(t, 1 + random(loopers), 0)
  say ("NATIVE-EXIT tid:" t "thread-name:Binder Thread #" t - loopers)
}

function step (t,   chance) {
  if (!running[t]) {
    if (first[t] == last[t]) return
    running[t] = queue[t, first[t]]
    delete queue[t, first[t]++]
    left[t] = 10 + random(80)
    say ("CALL tid:" t "\t msg:" running[t])
  }
  else if (!left[t]--) {
    close_access(t)
    say ("RET tid:" t "\t msg:" running[t])
    running[t] = 0
  }
  else {
    chance = random(100)
    if (chance) access(t)
    else post(t, 1 + random(loopers), random(4) ? 0 : 1200)
  }
}

BEGIN {
  state = 1 + (seed * 7919) % 2147483646
  split ("Lists Views Cache Adapter Cursor Store Timer Panel", words, " ")
  for (i in words) classes[i - 1] = words[i]
  delayed = fired = written = 0
  print "Android bug-checker log messages \n"
  say ("START")
  for (t = 1; t <= loopers; t++) {
    if (t > 1) say ("FORK par-tid:1\t child-tid:" t)
    say ("THREADINIT tid:" t)
    say ("ATTACH-Q tid:" t "\t queue:" 1000 + t)
    first[t] = last[t] = 0
    if (t > 1) say ("LOOP tid:" t "\t queue:" 1000 + t)
  }
  say ("LOOP tid:1\t queue:1001")
  while (written < lines) {
    fire()
    if (!random(60)) native()
    step (1 + random(loopers))
  }
}
