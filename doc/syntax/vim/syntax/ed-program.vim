" Syntax of hbkit's ed-program; made by doc/syntax/make.py.
if exists("b:current_syntax") | finish | endif
syn iskeyword @,48-57,_,-
syn keyword hbkitStructure vars handlers msgs regs param mailbox initial
syn keyword hbkitAction if else while for repeat goto post last assert await skip
syn keyword hbkitValue self min max
syn keyword hbkitMailbox queue sender-queue multiset stack priority
syn match hbkitNumber /\<-\?\d\+\>/
syn match hbkitComment /#.*$/
syn match hbkitComment +//.*$+
syn region hbkitName start=/"/ end=/"/ oneline
syn match hbkitLabel /^\s*[A-Za-z0-9_.~-]\+:\s/
hi def link hbkitStructure Structure
hi def link hbkitAction Statement
hi def link hbkitValue Constant
hi def link hbkitMailbox Type
hi def link hbkitNumber Number
hi def link hbkitComment Comment
hi def link hbkitName String
hi def link hbkitLabel Label
let b:current_syntax = "ed-program"
