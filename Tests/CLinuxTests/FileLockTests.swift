import AlmanacTestKit
import CLinux
import Glibc
import Testing

struct FileLockTests {
  @Test func `A lock of one open file holds off another of the same process`() throws {
    let folder = try TemporaryFolder()
    let first = open(folder.file("lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    let second = open(folder.file("lock"), O_RDWR | O_CLOEXEC)
    try #require(first >= 0 && second >= 0)
    defer { close(second) }
    #expect(lock(first, F_WRLCK) == 0)
    #expect(lock(second, F_RDLCK) == -1)
    #expect(errno == EAGAIN)
    #expect(holder(second) == Int16(F_WRLCK))
    close(first)
    #expect(lock(second, F_RDLCK) == 0)
  }

  private func lock(_ descriptor: Int32, _ type: Int32) -> Int32 {
    var request = flock()
    request.l_type = Int16(type)
    return fcntl(descriptor, Int32(CLINUX_OFD_SETLK), &request)
  }

  /// The kind of the lock that stands in the way of a write lock.
  private func holder(_ descriptor: Int32) -> Int16 {
    var request = flock()
    request.l_type = Int16(F_WRLCK)
    return fcntl(descriptor, Int32(CLINUX_OFD_GETLK), &request) == 0 ? request.l_type : -1
  }
}
