/** The folders of workspaces: backed up, restored to a new folder, set back, replaced, moved. */
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../../../src-main/storage/index.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { migrate } from '../../../src-main/storage/schema/migrate.ts'
import { openTemporaryDatabase } from '../../../src-main/testing/temporary-workspace.ts'
import type { Computer } from './program/program.ts'

export interface Workspace {
  name: string
  directory: string
  computer: Computer
  /** Feeds that the outbox has reported as queued. */
  promised: Set<string>
  /** Feeds it contained when it was copied, restored or set back. */
  inherited: Set<string>
  /** Number of judged events per feed. */
  judged: Map<string, number>
  /** Number of sendings that belong to an earlier state of the workspace. */
  since: number
  /** Per feed: number of sendings before a person requested to send it again. */
  askedAt: Map<string, number>
  /** Feeds that a person has resolved. */
  told: Set<string>
  /** Whether a program on it was killed. */
  wasKilled: boolean
}

interface Archive {
  directory: string
  of: Workspace
  promised: Set<string>
  told: Set<string>
}

export class Workspaces {
  readonly all: Workspace[] = []
  readonly archives: Archive[] = []
  readonly #folder: string
  /** Returns the total number of sendings. */
  readonly #sendings: () => number
  #asides = 0

  constructor(folder: string, sendings: () => number) {
    this.#folder = folder
    this.#sendings = sendings
  }

  begin(computer: Computer): void {
    const directory = join(this.#folder, 'workspace-0')
    mkdirSync(directory)
    writeFileSync(join(directory, databaseFile), emptyDatabase())
    this.#add(directory, computer)
  }

  #add(directory: string, computer: Computer): Workspace {
    const workspace: Workspace = {
      name: `workspace ${this.all.length}`,
      directory,
      computer,
      promised: new Set(),
      inherited: new Set(),
      judged: new Map(),
      since: this.#sendings(),
      askedAt: new Map(),
      told: new Set(),
      wasKilled: false,
    }
    this.all.push(workspace)
    return workspace
  }

  backUp(workspace: Workspace): void {
    const directory = join(this.#folder, `archive-${this.archives.length}`)
    cpSync(workspace.directory, directory, { recursive: true })
    this.archives.push({
      directory,
      of: workspace,
      promised: new Set(workspace.promised),
      told: new Set(workspace.told),
    })
  }

  /** Restores the archive into a new folder. */
  restoreBeside(archive: Archive, computer: Computer): Workspace {
    const directory = join(this.#folder, `workspace-${this.all.length}`)
    cpSync(archive.directory, directory, { recursive: true })
    const workspace = this.#add(directory, computer)
    this.#inherit(workspace, archive)
    return workspace
  }

  /** Restores the archive over the workspace: into the same folder, or into a new folder with its name. */
  restoreOver(archive: Archive, how: 'set-back' | 'in-place'): void {
    const workspace = archive.of
    const { directory } = workspace
    if (how === 'in-place') {
      renameSync(directory, `${directory}-aside-${this.#asides++}`)
      cpSync(archive.directory, directory, { recursive: true })
    } else {
      for (const name of readdirSync(directory).filter((one) => one.startsWith(databaseFile)))
        rmSync(join(directory, name))
      for (const name of readdirSync(archive.directory).filter((one) => one.startsWith(databaseFile)))
        cpSync(join(archive.directory, name), join(directory, name))
    }
    this.#inherit(workspace, archive)
  }

  #inherit(workspace: Workspace, { promised, told }: Archive): void {
    workspace.promised = new Set(promised)
    workspace.told = new Set(told)
    workspace.judged = eventCounts(workspace.directory)
    workspace.inherited = new Set(workspace.judged.keys())
    workspace.since = this.#sendings()
    workspace.askedAt = new Map()
  }

  move(workspace: Workspace): void {
    const { directory } = workspace
    workspace.directory = `${directory}-moved`
    renameSync(directory, workspace.directory)
  }
}

let emptied: Buffer | undefined
/** The database of a new workspace. */
function emptyDatabase(): Buffer {
  if (emptied) return emptied
  using database = openTemporaryDatabase()
  emptied = database.db.serialize()
  return emptied
}

/** The number of events per feed, read directly from the file. */
function eventCounts(directory: string): Map<string, number> {
  const db = openDatabase(join(directory, databaseFile))
  try {
    migrate(db)
    const rows = db
      .prepare<[], { feed: string; events: number }>(
        'SELECT feed, count(*) AS events FROM feed_event GROUP BY feed',
      )
      .all()
    return new Map(rows.map(({ feed, events }) => [feed, events]))
  } finally {
    db.close()
  }
}
