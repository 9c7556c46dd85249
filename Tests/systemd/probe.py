"""What a process may do: run within a unit's sandbox, and without it to see that it can tell.

  probe.py OPEN bound|free

OPEN is a folder that everybody may write to. Exit status 1 if something that the sandbox must refuse
was done (bound), or was refused without one (free).
"""
import ctypes
import errno
import mmap
import os
import socket
import sys

OPEN, mode = sys.argv[1:]
STATE = os.environ.get("STATE_DIRECTORY", "/var/lib/almanac")
libc = ctypes.CDLL(None, use_errno=True)


def write(folder):
    path = os.path.join(folder, f"probe-{os.getpid()}")
    with open(path, "w"):
        os.remove(path)


def namespace():
    if libc.unshare(0x10000000):  # CLONE_NEWUSER
        raise OSError(ctypes.get_errno(), "unshare")


def set_user_id():
    path = os.path.join(STATE, f"probe-{os.getpid()}")
    with open(path, "w"):
        try:
            os.chmod(path, 0o4700)
        finally:
            os.remove(path)


REFUSED = {
    "write to a folder that is open to all": (lambda: write(OPEN), {errno.EROFS}),
    "see another user's process": (lambda: os.stat("/proc/1"), {errno.ENOENT}),
    "make code of data": (
        lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC),
        {errno.EPERM, errno.EACCES}),
    "make a program that runs as its owner": (set_user_id, {errno.EPERM}),
    "make a namespace": (namespace, {errno.EPERM}),
    # Without the sandbox the kernel knows the family, and asks for a privilege.
    "know packet sockets": (
        lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 3), {errno.EAFNOSUPPORT}),
}
# Nobody without privileges may: the unit has none to give.
NEVER = {
    "open a raw socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1),
    "write to /usr": lambda: write("/usr/bin"),
    "write to the configuration": lambda: write("/etc/almanac"),
}


def outcome(action):
    try:
        action()
    except OSError as error:
        return error.errno
    return 0


wrong = []
for what, (action, codes) in REFUSED.items():
    code = outcome(action)
    if (code in codes) != (mode == "bound"):
        wrong.append(f"{what}: {errno.errorcode.get(code, code)}")
wrong += [what for what, action in NEVER.items() if outcome(action) == 0]
if outcome(lambda: write(STATE)):
    wrong.append("write to its own folder")
if mode == "bound":
    with open(os.path.join(os.environ["CREDENTIALS_DIRECTORY"], "openweathermap")) as key:
        if key.read() != "KEY\n":
            wrong.append("read its key")
elif outcome(lambda: os.listdir("/etc/credstore")) == 0:
    wrong.append("list the keys")
print("\n".join(wrong), file=sys.stderr)
sys.exit(1 if wrong else 0)
