import FoundationEssentials
import Manual

// Writes what is made of the programs' tables below a folder: `make man` names `docs`.
let folder = URL(filePath: CommandLine.arguments.dropFirst().first ?? "docs")
for document in try Document.all() {
  let file = folder.appending(path: document.path)
  try FileManager.default.createDirectory(
    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(document.text.utf8).write(to: file)
}
