import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningDesk, startDesk } from '../support/programs/desk.ts'
import { callsOf } from '../support/rpc.ts'

/** Downloading an export in a browser: only through the issued address, and as a file, never as a page. */
const folder = mkdtempSync(join(tmpdir(), 'desk-download-'))
let served: RunningDesk
let calls: Awaited<ReturnType<typeof callsOf>>

beforeAll(async () => {
  served = await startDesk('--sandbox', '--sample', '--data', join(folder, 'sandbox'))
  calls = await callsOf(served.ui)
})
afterAll(async () => {
  await served?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const everything = { selection: { text: '', brandIds: [], manufacturerIds: [] } }
const get = (path: string) => fetch(new URL(path, served.ui))

test('serves a completed export only at the issued address', async () => {
  expect(await calls.exports.describe({ source: everything })).toMatchObject({ items: 282 })
  let job = await calls.exports.start({ source: everything, format: 'contentplus' })
  while (job.state === 'running') job = await calls.exports.job({ id: job.id, after: job.revision })
  expect(job).toMatchObject({ state: 'completed', itemsDone: 282 })
  const path = job.download ?? ''

  const [plain = ''] = path.split('?')
  const longer = path.replace(/until=\d/, 'until=9')
  for (const other of [plain, longer, path.slice(0, -1), path.replace(job.id, 'none')])
    expect((await get(other)).status).toBe(401)
  const answer = await get(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${job.fileName}`)
  expect(answer.headers.get('content-length')).toBe(String(job.bytes))
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toMatch(/^<\?xml .*\n<contentPlus /)
})

test('refuses a file name to write from a page in a browser', async () => {
  const file = join(folder, 'anywhere.xml')
  await expect(calls.exports.start({ source: everything, format: 'items', file })).rejects.toMatchObject({
    code: 'NOT_CHOSEN',
  })
  expect(existsSync(file)).toBe(false)
})
