import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningDesk, startDesk } from '../support/desk.ts'
import { callsOf } from '../support/rpc.ts'

/** How a browser fetches an export: only the one that was let in, and as a file, never as a page. */
const folder = mkdtempSync(join(tmpdir(), 'desk-download-'))
let served: RunningDesk
let cookie = ''
let calls: Awaited<ReturnType<typeof callsOf>>

beforeAll(async () => {
  served = await startDesk('--sandbox', '--sample', '--data', join(folder, 'sandbox'))
  // A link lets one browser in until the first call is made: both take their cookies from it before that.
  const entered = await fetch(served.ui, { redirect: 'manual' })
  cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  calls = await callsOf(served.ui)
}, 120_000)
afterAll(async () => {
  await served?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const everything = { selection: { text: '', brandIds: [], manufacturerIds: [] } }
const get = (path: string, headers: Record<string, string>) => fetch(new URL(path, served.ui), { headers })

test('an export is followed, then fetched with the page’s own cookie only', async () => {
  expect(await calls.exports.describe({ source: everything })).toMatchObject({ items: 282 })
  let job = await calls.exports.start({ source: everything, format: 'contentplus' })
  while (job.state === 'running') job = await calls.exports.job({ id: job.id, after: job.revision })
  expect(job).toMatchObject({ state: 'completed', itemsDone: 282 })
  const path = job.download ?? ''

  expect((await get(path, {})).headers.get('content-disposition')).toBeNull()
  const answer = await get(path, { cookie })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${job.fileName}`)
  expect(answer.headers.get('content-length')).toBe(String(job.bytes))
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toMatch(/^<\?xml .*\n<contentPlus /)
  expect((await get('/exports/none/items.csv', { cookie })).status).toBe(404)
}, 60_000)

test('a page in a browser cannot name a file to write', async () => {
  const file = join(folder, 'anywhere.xml')
  await expect(calls.exports.start({ source: everything, format: 'items', file })).rejects.toMatchObject({
    code: 'FILE_NOT_OFFERED',
  })
}, 60_000)
