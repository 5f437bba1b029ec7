import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import {
  changeLogWriter,
  createApiServer,
  createEntityTag,
  createHub,
  createWorkerUsage,
  type HubState,
  newestItemReader,
  newRunName,
} from '../local-api/index.ts'
import { createCopiedPictures } from '../media/index.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import { acquireProcessLock, makeFolder, openStorage, type Storage } from '../storage/index.ts'
import { isReplica, isWorkspace, markReplica } from '../workspace/index.ts'
import { type Followed, type Follower, followHub } from './follow-hub.ts'
import { createHubClient } from './hub-client.ts'
import { createReplicaUsage } from './replica-usage.ts'

interface ReplicaOptions {
  /** Folder of the copy; created if missing. */
  directory: string
  /** Base address of the hub's local API, and the credentials of replicas there. */
  hub: { address: string; username: string; password: string }
  /** The password for replicas of this one; none when absent. */
  replicaPassword?: string | undefined
  /** Milliseconds without a known equality with the hub after which `ready` fails. */
  maxLag: number
  /** Port of the local API; 0 for any free one. */
  port: number
  /** The address at which other computers reach this replica through a proxy, without a path. */
  publicAddress?: string | undefined
  /** Tells a person, once, that the hub cannot be followed, and why. */
  tell(trouble: string): void
  /** Entry module of a storage thread. */
  thread: URL
  clock?: Clock
  log: Logger
}

/** Why a folder cannot be that of a replica. */
type ReplicaErrorCode = 'OPEN_ELSEWHERE' | 'NOT_A_REPLICA'

/** Opens a replica, and serves it until it is closed. @throws PlainError */
export async function openReplica(options: ReplicaOptions) {
  const { directory, clock = systemClock, log } = options
  makeFolder(directory)
  const lock = acquireProcessLock(directory, 'desk')
  if (!lock)
    throw new PlainError<ReplicaErrorCode>(
      'OPEN_ELSEWHERE',
      say`The folder ${directory} is open in another Catalog Desk. Close it there, or choose another folder.`,
    )
  try {
    if ((await isWorkspace(directory)) && !(await isReplica(directory)))
      throw new PlainError<ReplicaErrorCode>(
        'NOT_A_REPLICA',
        say`The folder ${directory} is a workspace of its own. A replica would replace its catalog: choose another folder.`,
      )
    await markReplica(directory, options.hub.address)
    const storage = await openStorage({ directory, thread: options.thread, readers: 2, clock, log })
    const served = await serve(options, storage, clock).catch(async (error: unknown) => {
      await storage.close()
      throw error
    })
    return {
      ...served,
      async close(): Promise<void> {
        await served.close()
        await storage.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function serve(options: ReplicaOptions, storage: Storage, clock: Clock) {
  const { directory, log, maxLag } = options
  await storage.writer(changeLogWriter).begin()
  const client = await createHubClient(options.hub)
  const view = createView(storage)
  const pictures = createCopiedPictures({
    ...{ storage, directory, log, isSandbox: view.isSandbox },
    fetch: client.picture,
  })
  let follower: Follower | undefined
  const counts = createReplicaUsage({
    ...{ client, clock },
    isReachable: () => follower?.isReachable() ?? false,
  })
  const { usage, observe } = createWorkerUsage({
    limited: counts.limited,
    report: ({ used }) => counts.report(used),
    now: clock.now,
  })
  const hub = createHub({
    ...{ storage, clock, password: options.replicaPassword, state: async () => view.stateForReplicas() },
    feedIntake: client.feedIntake,
    usage: {
      ...counts.limited,
      add: async (username, used) => counts.report({ [username]: complete(used) }),
    },
    openPicture: pictures.source.open,
    unready: () => unready(view.now(), follower?.lag(), maxLag),
  })
  const server = createApiServer({
    ...{ storage, clock, log, usage, observe, hub, publicAddress: options.publicAddress },
    media: pictures.source,
    feedIntake: client.feedIntake,
    refusal: () =>
      view.now().state ? undefined : 'This replica has not received the catalog yet. Try again later.',
    ...view.parts,
  })
  const close = async (): Promise<void> => {
    await server.close()
    await counts.close()
    await follower?.close()
    await client.close()
    await pictures.close()
  }
  try {
    follower = await followHub({
      ...{ storage, clock, log, client, tell: options.tell },
      onChange(now) {
        view.set(now)
        hub.wake()
      },
    })
    return { ...(await server.listen({ port: options.port })), close }
  } catch (error) {
    await close()
    throw error
  }
}

const complete = ({ items = 0, requests = 0 }: { items?: number; requests?: number }) => ({ items, requests })

/** Why a balancer should send no requests here; undefined if it may. */
function unready({ state, isWhole }: Followed, lag: number | undefined, maxLag: number): string | undefined {
  if (!state) return 'The catalog has not been received yet.'
  if (lag === undefined) return 'The hub has not answered since the start.'
  if (lag > maxLag) return `The last comparison with the hub is ${Math.round(lag / 1000)} s old.`
  return isWhole ? undefined : 'The copy is being completed.'
}

/** What the answers of a replica are made by, as its hub says. */
function createView(storage: Storage) {
  const newest = storage.reader(newestItemReader)
  const ownRun = newRunName()
  const ownTag = createEntityTag(storage, ownRun)
  const conditions = {} as HubState['conditions']
  let current: Followed = { state: undefined, isWhole: false }
  let hubTag = ownTag
  let users: { username: string; password: { salt: Buffer; hash: Buffer }; dailyItemLimit: number | null }[] =
    []
  let usersText = ''
  let mediaKey: Uint8Array = new Uint8Array(32)
  let changedAt: { at: number; value: Promise<number | undefined> } | undefined

  return {
    now: (): Followed => current,
    isSandbox: (): boolean => current.state?.isSandbox ?? false,
    set(now: Followed): void {
      current = now
      const { state } = now
      if (!state) return
      Object.assign(conditions, state.conditions)
      mediaKey = Buffer.from(state.mediaKey, 'base64')
      hubTag = createEntityTag(
        { changeNumber: (topic) => (topic === 'items' ? state.tag.items : state.tag.lookups) },
        state.tag.run,
      )
      const text = JSON.stringify(state.users)
      if (text === usersText) return
      usersText = text
      users = state.users.map(({ username, salt, hash, dailyItemLimit }) => ({
        username,
        dailyItemLimit,
        password: { salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') },
      }))
    },
    /** While the copy is not whole, its answers are no answers of the hub, so they have tags of their own. */
    stateForReplicas(): HubState | undefined {
      const { state, isWhole } = current
      if (!state || isWhole) return state
      const [items, lookups] = [storage.changeNumber('items'), storage.changeNumber('lookups')]
      return { ...state, tag: { run: ownRun, items, lookups } }
    },
    parts: {
      conditions,
      users: () => users,
      mediaKey: () => mediaKey,
      namespaceBase: () => current.state?.namespaceBase ?? undefined,
      entityTag: (target: string, namespaceBase: string) =>
        (current.isWhole ? hubTag : ownTag)(target, namespaceBase),
      async copyState() {
        const confirmedAt = current.state?.confirmedAt
        if (confirmedAt === undefined || confirmedAt === null) return undefined
        const at = storage.changeNumber()
        if (changedAt?.at !== at) changedAt = { at, value: newest.updatedAt() }
        return { confirmedAt, changedAt: await changedAt.value }
      },
    },
  }
}
