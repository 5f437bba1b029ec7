import { availableParallelism, homedir, release, totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import type { SyncState } from '../../src-shared/sync/model.ts'
import type { Outbox } from '../feeds/outbox/index.ts'
import { homeDirectory } from '../platform/files/home.ts'
import { readLog, withoutSecrets } from '../platform/log/log-file.ts'
import { computerSettingsIn, type Upkeep, type Workspace } from '../workspace/index.ts'

/** Maximum number of the newest log entries in a report. */
const maxEntries = 2000

/** The services whose state a report describes. */
interface Reported {
  workspace: Pick<Workspace, 'state'>
  syncState(): Promise<SyncState>
  outbox(): Pick<Outbox, 'overview'>
  upkeep: Pick<Upkeep, 'state'>
}

/**
 * A report for the people who help with the app: versions, settings, the state of the open workspace and the
 * end of the log, as text. It contains no passwords, no user name at the service, and no path of the home
 * folder.
 */
export async function supportReport({ workspace, syncState, outbox, upkeep }: Reported): Promise<string> {
  const { version, host, connection, localApi, ...state } = await workspace.state()
  const { electron, chrome, node } = process.versions
  const log = await readLog(homeDirectory())
  const parts: Record<string, unknown> = {
    'This report':
      'Passwords, the user name at the service and the path of the home folder are left out. The catalog is not included; messages of the log may name single items.',
    Program: { version, host, electron, chrome, node, time: new Date().toISOString() },
    Computer: {
      system: process.platform,
      release: release(),
      processor: process.arch,
      cores: availableParallelism(),
      memory: totalmem(),
      heap: getHeapStatistics(),
    },
    Settings: await computerSettingsIn(homeDirectory()).read(),
    Workspace: {
      ...state,
      connection: connection && { ...connection, username: undefined },
      localApi: { ...localApi, username: undefined },
    },
    Sync: await syncState(),
    Outbox: await outbox().overview(),
    Upkeep: await upkeep.state(),
  }
  // The name of our own services is a word of the program.
  const name = connection?.username === localApi.username ? undefined : connection?.username
  const sections = [
    ...Object.entries(parts).map(
      ([title, value]) => `# ${title}\n${indented(withoutSecrets(JSON.stringify(value)))}`,
    ),
    `# Log, the last ${Math.min(log.length, maxEntries)} of ${log.length} entries`,
    ...log.slice(-maxEntries).map((entry) => withoutSecrets(JSON.stringify(entry)).trimEnd()),
  ]
  return `${withoutNames(sections.join('\n\n'), name)}\n`
}

const indented = (json: string): string => {
  const value: unknown = JSON.parse(json)
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Replaces the path of the home folder by `~`, and the user name at the service. */
function withoutNames(text: string, name: string | undefined): string {
  const inJson = (value: string): string => JSON.stringify(value).slice(1, -1)
  const report = text.replaceAll(inJson(homedir()), '~')
  return name === undefined ? report : report.replaceAll(inJson(name), '[user name]')
}
