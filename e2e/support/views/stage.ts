import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startDesk } from '../programs/desk.ts'
import { startService } from '../programs/service.ts'
import { type Calls, enter } from '../rpc.ts'
import type { Stage } from './view.ts'

const changedItem = 'original oat drink'
const soundItem = 'tomato'

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries > 300) throw new Error(`Waited a minute for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function sync(calls: Calls): Promise<void> {
  await calls.sync.start({})
  await until('the sync', async () => (await calls.sync.state()).current === undefined)
}

/**
 * Opens an empty desk. `setUp` fills it with the sample and a few days' work.
 * @param options further options of `serve`
 */
export async function openDesk(page: Page, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'desk-screens-'))
  const desk = await startDesk('--data', join(folder, 'Our catalog'), ...options)
  const closings: (() => Promise<unknown>)[] = [() => desk.stop()]
  const calls = await enterWith(page, desk.ui)
  await page.goto(new URL('/', desk.ui).href)
  await page
    .getByRole('button', { name: /sample/i })
    .first()
    .waitFor()
  const visit = async (path: string) => {
    await page.goto(new URL(path, desk.ui).href)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  }
  return {
    /**
     * Loads the sample, then makes a change through a feed, drafts, a backup, and calls of another program.
     */
    async setUp(): Promise<Stage> {
      await page
        .getByRole('button', { name: /sample/i })
        .first()
        .click()
      await until('the first sync', async () =>
        (await calls.sync.state()).history.some(({ outcome }) => outcome === 'completed'),
      )
      return {
        page,
        calls,
        visit,
        folder,
        ...(await addWork(calls)),
        visitTroubled: async (path) => {
          const troubled = await troubledDesk(page, join(folder, 'troubled'), closings)
          await page.goto(new URL(path, troubled).href)
        },
      }
    },
    async close(): Promise<void> {
      for (const close of closings.reverse()) await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function enterWith(page: Page, link: string): Promise<Calls> {
  const { calls, pass } = await enter(link)
  await page.addInitScript(
    ([origin, kept]) => {
      if (location.origin === origin) sessionStorage.setItem('catalog-desk-session', kept ?? '')
    },
    [new URL(link).origin, JSON.stringify(pass)],
  )
  return calls
}

async function addWork(calls: Calls): Promise<Pick<Stage, 'changed' | 'emptyDraftId' | 'soundDraftId'>> {
  const itemId = await idOf(calls, changedItem)
  const draft = await calls.feeds.createDraft({ kind: 'update', fromItemIds: [itemId] })
  const edit = {
    do: 'replace' as const,
    selection: {},
    columns: ['ecommerceDescription/0/text'],
    find: 'without fuss',
    by: 'without splitting, in a carton that can be closed again',
    matchCase: true,
  }
  const changed = await calls.feeds.editDraft({ id: draft.id, label: 'Description', edits: [edit] })
  if (changed.items !== 1) throw new Error('The sample no longer contains the text that is replaced here')
  const { feeds } = await calls.feeds.queueDraft({ id: draft.id, revision: changed.draft.revision })
  const feedId = feeds[0]?.id ?? ''
  await until('the feed', async () => (await calls.outbox.feed({ id: feedId })).state === 'done')
  await sync(calls)
  await calls.backups.make()
  const [user] = await calls.localApi.users()
  const username = user?.username ?? ''
  await calls.localApi.tryCall({ endpoint: 'item', username, query: { q: 'oat' } })
  await calls.localApi.tryCall({ endpoint: 'item', identifier: 'no-such-item', username })
  const empty = await calls.feeds.createDraft({ kind: 'create' })
  const sound = await calls.feeds.createDraft({
    kind: 'refresh',
    fromItemIds: [await idOf(calls, soundItem)],
  })
  return { changed: { itemId, feedId }, emptyDraftId: empty.id, soundDraftId: sound.id }
}

async function idOf(calls: Calls, text: string): Promise<string> {
  const { rows } = await calls.catalog.search({ text, offset: 0, limit: 1 })
  const [row] = rows
  if (!row) throw new Error(`The sample has no item for “${text}”`)
  return row.id
}

/** A desk connected to a service with one broken record. Returns its address. */
async function troubledDesk(
  page: Page,
  directory: string,
  closings: (() => Promise<unknown>)[],
): Promise<string> {
  const service = await startService(`${directory}-service`)
  closings.push(() => service.close())
  await service.put(
    new Map(
      [1, 2, 3, 4, 5, 6].map((number) => [
        number,
        { name: `Oat bar ${number}`, marketing_description: 'Baked slowly from whole oats.' },
      ]),
    ),
  )
  service.proxy.fail(
    {
      kind: 'rewrite',
      rewrite: (body) => String(body).replace('<name>Oat bar 5</name>', '<name>Oat bar 5'),
    },
    { when: ({ path }) => path.includes('/item?'), times: Number.POSITIVE_INFINITY },
  )
  const desk = await startDesk('--data', directory)
  closings.push(() => desk.stop())
  const calls = await enterWith(page, desk.ui)
  const { username, password } = service.credentials
  await calls.workspace.connect({ address: service.proxy.address, username, password })
  await sync(calls)
  return desk.ui
}
