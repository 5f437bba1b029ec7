import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogReader, catalogWriter, type ItemAnswerDocument, unprepared } from '../../catalog/index.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { openAnswerKeeping } from './answer-keeping.ts'

let workspace: TemporaryWorkspace
beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
})
afterAll(() => workspace.close())

const answerOf = (from: number, count: number, prefix = ''): Uint8Array => {
  const items = Array.from(
    { length: count },
    (_item, index) =>
      `<${prefix}item id="${from + index}"><${prefix}name>Tea ${from + index}</${prefix}name></${prefix}item>`,
  )
  const xmlns = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`
  return Buffer.from(
    `<${prefix}items ${xmlns}="https://ns.catalog-desk.example/item">${items.join('')}</${prefix}items>`,
  )
}

/** Keeps one answer; says which forms of it the writer was called with, and the names that are kept. */
async function keep(answer: Uint8Array, id: number) {
  const forms: string[] = []
  const writer = workspace.storage.writer(catalogWriter)
  const keepAnswer = openAnswerKeeping(workspace.storage)
  const put = ([given = answer]: ItemAnswerDocument[]) => {
    forms.push('packed' in given ? 'read' : 'as it came')
    return writer.putPage(given)
  }
  const { created } = await keepAnswer([answer], put)
  const item = await workspace.storage.reader(catalogReader).item(String(id))
  return { forms, created, name: item?.name }
}

test('a long answer is read beside the writer, many of them one after the other', async () => {
  for (const from of [1000, 3000, 5000])
    expect(await keep(answerOf(from, 900), from + 899)).toEqual({
      forms: ['read'],
      created: 900,
      name: `Tea ${from + 899}`,
    })
})

test('a short answer goes to the writer as it came; one of an unusual form is read first', async () => {
  expect(await keep(answerOf(7000, 2), 7001)).toEqual({ forms: ['as it came'], created: 2, name: 'Tea 7001' })
  const unusual = await keep(answerOf(8000, 2, 'i:'), 8001)
  expect(unusual).toEqual({ forms: ['as it came', 'read'], created: 2, name: 'Tea 8001' })
})

test('a long answer that is broken is refused, as a short one is, and nothing of it is kept', async () => {
  for (const count of [2, 900]) {
    const broken = Buffer.concat([answerOf(9000, count), Buffer.from('<')])
    const refused = keep(broken, 9000)
    await expect(refused).rejects.toMatchObject({ name: 'PlainError' })
    await expect(refused).rejects.not.toMatchObject({ code: unprepared })
  }
  expect(await workspace.storage.reader(catalogReader).item('9000')).toBeUndefined()
})
