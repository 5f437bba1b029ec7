/**
 * Local APIs in both roles for the contract tests: of a sandbox, which is the service, and of a workspace
 * connected to a sandbox, which answers from its copy and forwards feeds. Storage, pictures, ingestion, sync,
 * outbox and HTTP are the real ones.
 */

import { afterAll, beforeAll, describe } from 'vitest'
import { catalogReader, catalogWriter } from '../../catalog/index.ts'
import { createDrafts } from '../../feeds/drafts/index.ts'
import { createGateway, createOutbox } from '../../feeds/outbox/index.ts'
import { catalogService } from '../../feeds/targets/index.ts'
import { createIngestion, type FeedIntake } from '../../feeds/targets/sandbox/index.ts'
import { createApiServer } from '../../local-api/index.ts'
import type { CopyStateOf } from '../../local-api/server/answers/freshness.ts'
import { createCopyState } from '../../local-api/server/answers/freshness.ts'
import { createWrongPasswordCounter } from '../../local-api/server/requests/wrong-passwords.ts'
import { noConditions } from '../../local-api/server/service-conditions.ts'
import { createMedia, type Media } from '../../media/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log/log.ts'
import { createSync } from '../../sync/index.ts'
import { createUpstream } from '../../upstream/index.ts'
import { workspaceSettings } from '../../workspace/index.ts'
import { sampleLookups } from '../feed-payloads.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../temporary-workspace.ts'
import { apiCaller } from './api-caller.ts'
import { contractPictures, contractRecords } from './contract-catalog.ts'

export const contractRoles = ['sandbox', 'connected'] as const
type ContractRole = (typeof contractRoles)[number]

const user = { username: 'desk', password: 'p@ss wörd' }
const otherUser = { username: 'other', password: 'secret' }
const thirdUser = { username: 'third', password: 'secret too' }

/** All users of the local APIs. */
export const contractUsers = [user, otherUser, thirdUser]
/** Signs the picture addresses. */
export const contractMediaKey = Buffer.alloc(32, 7)

/** Header values as clients send them: in UTF-8, which Node decodes as Latin-1. */
const asHeaders = ({ username, password }: typeof user) => ({
  username,
  password: Buffer.from(password, 'utf8').toString('latin1'),
})

/** A server of a workspace, and the parts of it that a test can change. */
async function serve(
  { storage }: TemporaryWorkspace,
  feedIntake: FeedIntake,
  media: Media,
  copyState?: CopyStateOf,
) {
  const conditions = noConditions()
  const clock = { ...systemClock }
  const server = createApiServer({
    // Hundreds of cases send a wrong password, one after the other.
    wrongPasswords: createWrongPasswordCounter(clock, 1),
    storage,
    feedIntake,
    users: () => contractUsers,
    mediaKey: contractMediaKey,
    media: media.source,
    conditions,
    clock,
    ...(copyState ? { copyState } : {}),
  })
  const { address, port } = await server.listen({ port: 0 })
  return { server, address, port, conditions, clock }
}

const mediaOf = ({ storage, directory }: TemporaryWorkspace): Media =>
  createMedia({ storage, directory, clock: systemClock, log: createLog('silent') })

async function openSandbox() {
  const workspace = await openTemporaryWorkspace()
  const { storage } = workspace
  let rate: number | undefined
  const ingestion = createIngestion({ storage, clock: systemClock, itemsPerSecond: () => rate })
  const catalog = storage.writer(catalogWriter)
  for (const kind of ['manufacturer', 'brand', 'distributor', 'retailer'] as const)
    await catalog.putLookups(kind, [...sampleLookups[kind]])
  await catalog.putItems(contractRecords.map((record) => Buffer.from(record)))
  await catalog.setVerified(['102'])
  const media = mediaOf(workspace)
  await media.keep(await contractPictures())
  const served = await serve(workspace, ingestion, media)
  return {
    ...served,
    workspace,
    feedIntake: ingestion as FeedIntake,
    media: media.source,
    /** Sets how many items are ingested per second; 0 stops the queue, undefined removes the limit. */
    setRate(itemsPerSecond: number | undefined) {
      rate = itemsPerSecond
      ingestion.wake()
    },
    /** Resolves when every acknowledged feed has taken effect in this workspace. */
    settle: () => ingestion.idle(),
    /** Makes the service behind a connected workspace unreachable; a sandbox has none. */
    goOffline: async () => {},
    async close() {
      await served.server.close()
      await ingestion.close()
      await media.close()
      await workspace.close()
    },
  }
}

async function openConnected(): Promise<Awaited<ReturnType<typeof openSandbox>>> {
  const service = await openSandbox()
  const workspace = await openTemporaryWorkspace()
  const { storage, directory } = workspace
  const settings = workspaceSettings(storage)
  await settings.write({ role: 'connected' })
  const upstream = createUpstream({ ...user, address: service.address })
  const media = mediaOf(workspace)
  const sync = createSync({ storage, directory, upstream, media: media.keeping.connect(upstream, []) })
  const outbox = createOutbox({
    storage,
    directory,
    drafts: createDrafts({ storage }),
    target: catalogService(upstream),
    timing: { firstRetry: 30, maxRetry: 60, firstPoll: 10, maxPoll: 20 },
  })
  const syncNow = async () => {
    await sync.start()
    const [run] = (await sync.finished()).history
    if (run?.outcome !== 'completed') throw new Error(`The sync is ${run?.outcome}: ${run?.note}`)
  }
  await syncNow()
  // The records do not contain which items are verified.
  await storage.writer(catalogWriter).setVerified(['102'])
  const gateway = createGateway({ storage, outbox })
  const served = await serve(
    workspace,
    gateway,
    media,
    createCopyState(storage, async () => (await settings.read()).role),
  )
  let isServiceOpen = true
  const goOffline = async () => {
    if (isServiceOpen) await service.server.close()
    isServiceOpen = false
  }
  return {
    ...served,
    workspace,
    feedIntake: gateway,
    media: media.source,
    setRate: service.setRate,
    async settle() {
      for (const { id } of (await outbox.list({ offset: 0, limit: 1000 })).feeds) await outbox.whenSettled(id)
      await syncNow()
    },
    goOffline,
    async close() {
      await served.server.close()
      await outbox.close()
      await sync.close()
      await upstream.close()
      await media.close()
      await workspace.close()
      await service.close()
    },
  }
}

export async function openContractService(role: ContractRole) {
  const opened = await (role === 'sandbox' ? openSandbox() : openConnected())
  const { address, workspace, ...rest } = opened
  return {
    ...rest,
    role,
    address,
    user,
    directory: workspace.directory,
    storage: workspace.storage,
    call: apiCaller(address, asHeaders(user)),
    callAsOther: apiCaller(address, asHeaders(otherUser)),
    callAsThird: apiCaller(address, asHeaders(thirdUser)),
    itemsByCode: async (code: string) =>
      (await workspace.storage.reader(catalogReader).itemsByCode([code]))[0] ?? [],
  }
}
export type ContractService = Awaited<ReturnType<typeof openContractService>>

/** Runs the same tests in both roles. `service` is the local API under test, open while the tests run. */
export function describeContract(cases: (service: () => ContractService) => void): void {
  describe.each(contractRoles)('%s', (role) => {
    let service: ContractService
    beforeAll(async () => {
      service = await openContractService(role)
    }, 60_000)
    afterAll(() => service?.close())
    cases(() => service)
  })
}
