"""The names that a language brings itself: nobody in a file has to define them."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ECMA = _words(
    """
    AbortController AbortSignal arguments Array ArrayBuffer Awaited BigInt Boolean Buffer
    clearInterval clearTimeout console crypto DataView Date decodeURIComponent document
    encodeURIComponent Error Event EventTarget Exclude exports Extract fetch Float32Array
    Float64Array Function globalThis Headers Infinity Int32Array Intl isFinite isNaN JSON
    Map Math module NaN NonNullable Number Object Omit parseFloat parseInt Partial
    performance Pick process Promise Proxy queueMicrotask RangeError Readonly ReadonlyArray
    Record Reflect RegExp Request require Required Response ReturnType Set setInterval
    setTimeout String structuredClone Symbol SyntaxError TextDecoder TextEncoder TypeError
    Uint8Array undefined URL URLSearchParams WeakMap WeakSet window
    """
)

GO = _words(
    """
    _ any append bool byte cap clear close comparable complex complex128 complex64 copy
    delete error false float32 float64 imag int int16 int32 int64 int8 iota len make max min
    new nil panic print println real recover rune string true uint uint16 uint32 uint64
    uint8 uintptr
    """
)

JAVA = _words(
    """
    ArithmeticException ArrayIndexOutOfBoundsException AssertionError AutoCloseable Boolean
    Byte Character CharSequence Class ClassCastException Cloneable
    CloneNotSupportedException Comparable Deprecated Double Enum Error Exception Float
    FunctionalInterface IllegalArgumentException IllegalStateException
    IndexOutOfBoundsException Integer InterruptedException Iterable Long Math
    NullPointerException Number NumberFormatException Object Override Process Record
    Runnable RuntimeException SafeVarargs Short StackTraceElement String StringBuffer
    StringBuilder SuppressWarnings System Thread ThreadLocal Throwable
    UnsupportedOperationException Void
    """
)

RUST = _words(
    """
    alloc allow AsMut AsRef assert assert_eq assert_ne Box cfg Clone Copy core crate Debug
    debug_assert Default derive Drop drop eprint eprintln Eq Err Extend Fn FnMut FnOnce
    format From FromIterator Hash inline Into IntoIterator Iterator matches must_use None Ok
    Option Ord panic PartialEq PartialOrd print println Result Self self Send Sized Some std
    String super Sync test todo ToOwned ToString TryFrom TryInto unimplemented unreachable
    Vec vec write writeln
    """
)
