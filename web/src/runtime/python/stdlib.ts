// The modules that come with the Python in the browser. `stdlib.test.ts` asks the runtime itself.

/** Parts of Python's own library that this build lacks: there is no terminal and no other process. */
export const ABSENT: ReadonlySet<string> = new Set(
  (
    "curses dbm ensurepip grp idlelib msvcrt nt pwd pydoc_data readline resource syslog tkinter " +
    "turtle turtledemo venv winreg winsound"
  ).split(" "),
);

export const STDLIB: ReadonlySet<string> = new Set(
  (
    "abc annotationlib antigravity argparse array ast asyncio atexit base64 bdb binascii bisect " +
    "builtins bz2 cProfile calendar cmath cmd code codecs codeop collections colorsys compileall " +
    "compression concurrent configparser contextlib contextvars copy copyreg csv ctypes " +
    "dataclasses datetime decimal difflib dis doctest email encodings enum errno faulthandler " +
    "fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass " +
    "gettext glob graphlib gzip hashlib heapq hmac html http imaplib importlib inspect io " +
    "ipaddress itertools json keyword linecache locale logging lzma mailbox marshal math " +
    "mimetypes mmap modulefinder multiprocessing netrc ntpath nturl2path numbers opcode operator " +
    "optparse os pathlib pdb pickle pickletools pkgutil platform plistlib poplib posix posixpath " +
    "pprint profile pstats pty py_compile pyclbr pydoc pyexpat queue quopri random re reprlib " +
    "rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtplib " +
    "socket socketserver sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string " +
    "stringprep struct subprocess symtable sys sysconfig tabnanny tarfile tempfile termios " +
    "textwrap this threading time timeit token tokenize tomllib trace traceback tracemalloc tty " +
    "types typing unicodedata unittest urllib uuid warnings wave weakref webbrowser wsgiref xml " +
    "xmlrpc zipapp zipfile zipimport zlib zoneinfo"
  ).split(" "),
);

/** What the runtime adds for programs that are written for a browser. */
const RUNTIME: ReadonlySet<string> = new Set(["__future__", "js", "pyodide", "pyodide_js"]);

/** Whether `import name` is answered by Python itself here. */
export function isPythons(name: string): boolean {
  return STDLIB.has(name) || RUNTIME.has(name) || (name.startsWith("_") && !ABSENT.has(name));
}
