au BufRead,BufNewFile *.edt setfiletype edt
au BufRead,BufNewFile *.ed setfiletype ed-program
