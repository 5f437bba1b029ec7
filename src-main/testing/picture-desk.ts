import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { defaultPictureChoice, type PictureChoice } from '../../src-shared/media/model.ts'
import { catalogWriter } from '../catalog/index.ts'
import { createApiServer } from '../local-api/index.ts'
import { createMedia, type Media } from '../media/index.ts'
import type { PictureDownloads } from '../media/picture-keeping.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log/log.ts'
import { createUpstream, type Upstream } from '../upstream/index.ts'
import { type FaultyUpstream, startFaultyUpstream } from './faulty-upstream.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from './temporary-workspace.ts'

const log = createLog('silent')
export const pictureUser = { username: 'desk', password: 'secret' }
const pictureViews = ['A1C1', 'A2C1', 'A7C1']
export const pictureItems = ['1', '2', '3', '4']
export const sourceOf = (item: string, view: string): string => `https://source.example/${item}_${view}.png`

/** The record of an item with a picture of each view. */
export const pictureRecord = (item: string): Buffer =>
  Buffer.from(
    `<item id="${item}" status="P"><name>Oats ${item}</name><upcs><upc type="GTIN">0000000000000${item}</upc></upcs>` +
      '<created>2024-01-01T00:00:00Z</created><lastUpdated>2024-02-01T00:00:00Z</lastUpdated><media>' +
      pictureViews
        .map(
          (view) =>
            `<medium type="original" view="${view}" mimeType="image/png" imageSource="feed" added="2024-01-01T00:00:00Z">` +
            `<description/><url>${sourceOf(item, view)}</url></medium>`,
        )
        .join('') +
      '</media></item>',
  )

/** A picture of noise: about 180 kB as PNG, with any compression. */
export const noise = (width = 260, height = 240): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()

/** The service: our own sandbox with four items of three pictures each, behind a proxy that can fail. */
export interface PictureService {
  workspace: TemporaryWorkspace
  media: Media
  /** The proxy, which records its calls and can fail. */
  proxy: FaultyUpstream
  /** The service's clock, whose `now` a test can change. */
  clock: Clock
  /** Removes all faults; the records contain the proxy's addresses of the pictures. */
  asUsual(): void
  close(): Promise<void>
}

export async function startPictureService(): Promise<PictureService> {
  const workspace = await openTemporaryWorkspace()
  const { storage, directory } = workspace
  const clock = { ...systemClock }
  const media = createMedia({ storage, directory, clock: systemClock, log })
  await storage.writer(catalogWriter).putItems(pictureItems.map(pictureRecord))
  await media.keep(
    await Promise.all(
      pictureItems.flatMap((item) =>
        pictureViews.map(async (view) => ({ url: sourceOf(item, view), bytes: await noise() })),
      ),
    ),
  )
  const server = createApiServer({
    storage,
    feedIntake: { submit: async () => ({ feedId: '' }), status: async () => undefined },
    users: () => [pictureUser],
    mediaKey: Buffer.alloc(32, 7),
    media: media.source,
    clock,
  })
  const { address } = await server.listen({ port: 0 })
  const proxy = await startFaultyUpstream(address)
  return {
    workspace,
    media,
    proxy,
    clock,
    asUsual() {
      proxy.heal()
      proxy.fail(
        { kind: 'rewrite', rewrite: (body) => body.toString().replaceAll(address, proxy.address) },
        { when: ({ path }) => path.includes('/item'), times: Number.POSITIVE_INFINITY },
      )
    },
    async close() {
      await proxy.close()
      await server.close()
      await media.close()
      await workspace.close()
    },
  }
}

/**
 * A workspace that has the service's records but none of its pictures yet; new for every test of the file.
 */
interface PictureDesk {
  readonly service: PictureService
  readonly workspace: TemporaryWorkspace
  readonly media: Media
  readonly downloads: PictureDownloads
  /** The time of the workspace, in milliseconds since the epoch. */
  now: number
  /** Closes and reopens the media, as a restart does. */
  reopen(): Promise<void>
  /** Requests the records from the service, as a sync does. */
  takeRecords(): Promise<void>
  choose(choice: Partial<PictureChoice>): Promise<unknown>
  download(): Promise<string | undefined>
  /** Starts a task on the pictures and waits for its end. */
  carryOut(work: 'download' | 'verify' | 'sweep'): ReturnType<PictureDesk['ended']>
  /** Waits until no task is running. @returns the result of the last one */
  ended(work: string): Promise<{ ok: boolean; summary: string } | undefined>
  keptCountOf(item: string): Promise<number>
  /** The number of kept pictures of each item. */
  allKept(): Promise<number[]>
  fileOf(sha256: string): string
  frontOf(item: string): Promise<{ sha256?: string; placeholder?: Uint8Array }>
  /** The calls for files that the service received. */
  asked(): { path: string }[]
}

export function pictureDesk(): PictureDesk {
  const { signal } = new AbortController()
  let service: PictureService
  let workspace: TemporaryWorkspace
  let upstream: Upstream
  let media: Media
  let downloads: PictureDownloads
  const open = () => {
    media = createMedia({ ...workspace, clock, log })
    downloads = media.keeping.connect(upstream, [])
  }
  const close = async () => {
    await downloads.close()
    await media.close()
  }
  beforeAll(async () => {
    service = await startPictureService()
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    service.asUsual()
    service.proxy.calls.length = 0
    service.clock.now = systemClock.now
    desk.now = Date.now()
    workspace = await openTemporaryWorkspace({ clock })
    upstream = createUpstream({ address: service.proxy.address, ...pictureUser })
    open()
    await desk.takeRecords()
  })
  afterEach(async () => {
    await close()
    await upstream.close()
    await workspace.close()
  })

  const desk: PictureDesk = {
    now: Date.now(),
    get service() {
      return service
    },
    get workspace() {
      return workspace
    },
    get media() {
      return media
    },
    get downloads() {
      return downloads
    },
    async reopen() {
      await close()
      open()
    },
    async takeRecords() {
      const page = await upstream.itemPage({ since: '20200101', media: true })
      await workspace.storage.writer(catalogWriter).putPage(page)
    },
    choose: (choice) => media.keeping.setChoice({ ...defaultPictureChoice, ...choice }),
    download: () => downloads.download({ signal, onProgress: () => undefined }),
    async carryOut(work) {
      await media.keeping.start({ work })
      return desk.ended(work)
    },
    ended: (work) =>
      vi.waitFor(
        async () => {
          const { running, last } = await media.keeping.state()
          expect(running).toBeUndefined()
          expect(last?.work).toBe(work)
          return last
        },
        { timeout: 60_000 },
      ),
    keptCountOf: async (item) => (await media.keeping.item({ itemId: item })).kept,
    allKept: () => Promise.all(pictureItems.map(desk.keptCountOf)),
    fileOf: (sha256) => join(workspace.directory, 'media', sha256.slice(0, 2), sha256.slice(2, 4), sha256),
    frontOf: async (item) => (await media.fronts([item]))[0] ?? {},
    asked: () => service.proxy.calls.filter(({ path }) => path.startsWith('/media/')),
  }
  const clock: Clock = { ...systemClock, now: () => desk.now }
  return desk
}
