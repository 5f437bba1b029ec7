import { say } from '../texts/say.ts'
import { type DocumentName, documents } from '../vocabulary/documents.ts'

/** A page of `resources/reference` that the program shows. */
interface ShownPage {
  file: string
  /** The heading of the page, in the language of the interface. */
  title: string
}

/** The reference page of a document of the service. */
export const fileOfDocument = (document: string): string =>
  `${document.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`

/**
 * The user guide, in reading order. Pages for developers are excluded, because they refer to source files.
 */
export const guide: readonly ShownPage[] = [
  { file: 'catalog.md', title: say`The catalog and its search` },
  { file: 'feeds-and-outbox.md', title: say`Feeds and the outbox` },
  { file: 'import-and-export.md', title: say`Import and export` },
  { file: 'sync.md', title: say`Sync` },
  { file: 'evidence.md', title: say`Pictures as evidence` },
  { file: 'workspaces-and-backups.md', title: say`Workspaces and backups` },
  { file: 'serve-other-programs.md', title: say`Serve other programs` },
  { file: 'replicas.md', title: say`Replicas` },
  { file: 'team.md', title: say`A team` },
  { file: 'growing.md', title: say`Growing` },
  { file: 'command-line.md', title: say`Command line` },
  { file: 'install.md', title: say`Install` },
  { file: 'headless.md', title: say`Without a display` },
  { file: 'words.md', title: say`Words` },
]

/** The rules and documents of the service. */
export const documentPages: readonly ShownPage[] = [
  { file: 'feed-rules.md', title: say`Rules of feeds` },
  { file: 'vocabulary.md', title: say`The vocabulary` },
  ...(Object.keys(documents) as DocumentName[]).map((name) => ({
    file: fileOfDocument(name),
    title: documents[name].label,
  })),
  { file: 'limits.md', title: say`Limits of documents` },
  { file: 'file-limits.md', title: say`Limits of files` },
]
