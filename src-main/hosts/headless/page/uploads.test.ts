import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageLimits } from '../../../rpc/uploads.ts'
import { openPlainConnection } from '../../../testing/local-api/plain-connection.ts'
import { type LetIn, type ServedDesk, serveDesk } from '../fixtures/served-desk.ts'

let served: ServedDesk
let letIn: LetIn
const serve = async (limits: Partial<PageLimits> = {}): Promise<void> => {
  await served?.close()
  served = await serveDesk(limits)
  letIn = await served.letIn()
}
beforeAll(() => serve())
afterAll(() => served.close())

const row = '{"gtin":"4006381333931","name":"Tea","brand":"Leaf"}\n'
const uploads = (): string => join(served.workspace, 'uploads')
/** The names of all files in the upload folder. */
const kept = (): string[] =>
  existsSync(uploads())
    ? readdirSync(uploads(), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : []

const send = (query: string, body: string = row): Promise<Response> =>
  fetch(`${served.origin}/uploads${query}`, { method: 'POST', body, headers: letIn.headers })
const fileOf = async (answer: Response): Promise<string> => {
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { file: string }).file
}
const named = (name: string): string => `?name=${encodeURIComponent(name)}`

/** Sends an upload exactly as written. */
async function sendPlainly(headers: string[], body: string) {
  const connection = await openPlainConnection(served.server.port)
  const head = [
    'POST /uploads?name=a.csv HTTP/1.1',
    `Host: 127.0.0.1:${served.server.port}`,
    `Authorization: ${letIn.headers.authorization}`,
    ...headers,
  ]
  connection.send(`${head.join('\r\n')}\r\n\r\n${body}`)
  return connection
}

describe('names', () => {
  test.each([
    'products.csv',
    'Produkte für März (2).csv',
    '产品.jsonl.gz',
    "it's 100% & more.csv",
    '.hidden',
    'x'.repeat(255),
  ])('keeps the name %s', async (name) => {
    expect(readFileSync(await fileOf(await send(named(name))), 'utf8')).toBe(row)
    expect(kept()).toContain(name)
  })

  test.each([
    ['no name', ''],
    ['an empty name', '?name='],
    ['only spaces', '?name=%20+'],
    ['.', '?name=.'],
    ['..', '?name=..'],
    ['a parent path', '?name=..%2F..%2Fsecrets.json'],
    ['a Windows parent path', '?name=..%5C..%5Csecrets.json'],
    ['an absolute path', '?name=%2Fetc%2Fpasswd'],
    ['a NUL', '?name=a%00.csv'],
    ['a line break', '?name=a%0Ab.csv'],
    ['an escape sequence', '?name=%1B%5B31m.csv'],
    ['a device', '?name=CON'],
    ['a device with an extension', '?name=nul.csv'],
    ['a port', '?name=com1.csv'],
    ['256 bytes', named('x'.repeat(256))],
    ['256 bytes of fewer characters', named('ü'.repeat(128))],
    ['a lone surrogate', '?name=%ED%A0%80.csv'],
    ['invalid UTF-8', '?name=%ff.csv'],
    ['a truncated percent encoding', '?name=100%.csv'],
  ])('refuses %s with a message without a path, and writes nothing', async (_what, query) => {
    const before = kept()
    const answer = await send(query)
    expect(answer.status).toBe(400)
    const text = await answer.text()
    expect(text).toMatch(/name/)
    expect(text).not.toMatch(/[/\\]|%/)
    expect(kept()).toEqual(before)
  })
})

describe('lengths', () => {
  test('refuses a file that is too large by its length, or while it is received', async () => {
    await serve({ uploadBytes: 100_000 })
    const declared = await sendPlainly(['Content-Length: 100001'], 'x')
    expect(await declared.closed()).toMatch(/^HTTP\/1.1 413 .*larger than/s)
    const endless = await sendPlainly(['Transfer-Encoding: chunked'], '')
    const timer = setInterval(() => endless.send(`${(50_000).toString(16)}\r\n${'x'.repeat(50_000)}\r\n`), 5)
    expect(await endless.closed()).toMatch(/^HTTP\/1.1 413 .*larger than/s)
    clearInterval(timer)
    expect(kept()).toEqual([])
    expect((await send('?name=a.csv', 'x'.repeat(100_000))).status).toBe(200)
  })

  test('refuses an empty file', async () => {
    expect((await send('?name=empty.csv', '')).status).toBe(400)
    expect(kept()).not.toContain('empty.csv')
  })

  test('removes an upload that ends early', async () => {
    await serve()
    const connection = await sendPlainly(['Content-Length: 1000'], 'only this')
    await expect.poll(kept).toEqual(['a.csv'])
    connection.socket.destroy()
    await expect.poll(kept).toEqual([])
  })

  test('refuses a body longer than its length', async () => {
    const connection = await sendPlainly(['Content-Length: 5'], 'four!and more bytes')
    expect(await connection.closed()).toContain('HTTP/1.1 400 ')
  })

  test('refuses two lengths', async () => {
    const connection = await sendPlainly(['Content-Length: 5', 'Content-Length: 6'], 'four!')
    expect(await connection.closed()).toMatch(/^HTTP\/1.1 400 /)
  })

  test('closes the connection of a stalled client', async () => {
    await serve({ patience: 200 })
    const connection = await sendPlainly(['Content-Length: 1000'], 'only this')
    expect(await connection.closed(5000)).toMatch(/^HTTP\/1.1 408 .*Nothing more of the file arrived/s)
    expect(kept()).toEqual([])
  })
})

describe('stored uploads', () => {
  test('are limited in total; the oldest is removed first', async () => {
    await serve({ uploadsKeptBytes: 2500 })
    for (const name of ['one.csv', 'two.csv', 'three.csv'])
      await fileOf(await send(named(name), 'x'.repeat(1000)))
    expect(kept().sort()).toEqual(['three.csv', 'two.csv'])
  })

  test('are removed when their import has ended in any way', async () => {
    await serve()
    await letIn.calls.workspace.startSandbox({ sample: false })
    const file = await fileOf(await send('?name=tea.jsonl'))
    await letIn.calls.imports.preview({ file })
    const { id } = await letIn.calls.imports.start({ file, target: 'catalog' })
    await expect
      .poll(async () => (await letIn.calls.imports.jobs())[0])
      .toMatchObject({ id, state: 'completed', created: 1 })
    await expect.poll(kept).toEqual([])
    await expect(letIn.calls.imports.start({ file, target: 'catalog' })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    })
  })

  test('belong to the session that sent them', async () => {
    const file = await fileOf(await send('?name=tea.jsonl'))
    const other = await served.letIn()
    await expect(other.calls.imports.preview({ file })).rejects.toMatchObject({ code: 'NOT_CHOSEN' })
    expect(await letIn.calls.imports.preview({ file })).toMatchObject({ format: 'jsonl' })
  })

  test('are removed when the workspace is opened again', async () => {
    await fileOf(await send('?name=tea.jsonl'))
    const { home } = await letIn.calls.workspaces.list()
    await letIn.calls.workspaces.create({ name: 'Other' })
    expect((await letIn.calls.workspaces.list()).current).toBe(join(home, 'other'))
    await letIn.calls.workspaces.open({ directory: served.workspace })
    await letIn.calls.workspace.state()
    await expect.poll(kept).toEqual([])
  })
})
