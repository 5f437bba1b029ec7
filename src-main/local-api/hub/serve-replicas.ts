import type { FeedIntake } from '../../feeds/targets/sandbox/index.ts'
import type { MediaSource } from '../../media/index.ts'
import type { Storage } from '../../storage/index.ts'
import type { WorkspaceSettingsAccess } from '../../workspace/index.ts'
import type { CopyStateOf } from '../server/answers/freshness.ts'
import { type ApiUser, hashPassword, type PasswordHash } from '../server/requests/credentials.ts'
import type { ServiceConditions } from '../server/service-conditions.ts'
import type { UsageMeter } from '../server/usage-meter.ts'
import { changeLogWriter } from './change-log.ts'
import { createHub, type Hub } from './hub.ts'
import type { HubState } from './protocol.ts'

interface ServeReplicasOptions {
  storage: Storage
  settings: WorkspaceSettingsAccess
  conditions: { current: ServiceConditions }
  users: { all(): readonly ApiUser[] }
  usage: UsageMeter
  copyState: CopyStateOf
  mediaKey: Uint8Array
  /** The name of this run in entity tags. */
  run: string
  feedIntake: FeedIntake
  openPicture: MediaSource['open']
  namespaceBase(): string | undefined
  /** The password of replicas. */
  password: string
}

/**
 * Begins the log of changes of a workspace.
 * @returns creates the hub of one server
 */
export async function serveReplicas(options: ServeReplicasOptions): Promise<() => Hub> {
  const { storage, settings, conditions, users, copyState, mediaKey, run, namespaceBase } = options
  await storage.writer(changeLogWriter).begin()
  const hashOf = createPasswordHashes()

  async function state(): Promise<HubState> {
    const tag = { run, items: storage.changeNumber('items'), lookups: storage.changeNumber('lookups') }
    const known = users.all()
    const hashes = await Promise.all(known.map(({ password }) => hashOf(password)))
    const { role } = await settings.read()
    const copy = await copyState()
    const { dailyItemLimit, mostItems, maintenance, latency, errorRate, ...rest } = conditions.current
    const { lostAcknowledgementRate, searchWithoutSelector } = rest
    return {
      tag,
      isSandbox: role === 'sandbox',
      namespaceBase: namespaceBase() ?? null,
      confirmedAt: copy?.confirmedAt ?? null,
      users: known.flatMap(({ username, dailyItemLimit }, index) => {
        const found = hashes[index]
        return found
          ? {
              username,
              salt: Buffer.from(found.salt).toString('base64'),
              hash: Buffer.from(found.hash).toString('base64'),
              dailyItemLimit: dailyItemLimit ?? null,
            }
          : []
      }),
      conditions: {
        ...{ dailyItemLimit, mostItems, maintenance, latency, errorRate },
        ...{ lostAcknowledgementRate, searchWithoutSelector },
      },
      mediaKey: Buffer.from(mediaKey).toString('base64'),
    }
  }
  return () => createHub({ ...options, state, unready: () => undefined })
}

/** Hashes passwords that are known themselves: each only once, so that the same password has the same hash. */
function createPasswordHashes(): (password: ApiUser['password']) => Promise<PasswordHash> {
  const known = new Map<string, Promise<PasswordHash>>()
  return async (password) => {
    if (typeof password !== 'string') return password
    let found = known.get(password)
    if (!found) {
      known.clear()
      found = hashPassword(password)
      known.set(password, found)
    }
    return found
  }
}
