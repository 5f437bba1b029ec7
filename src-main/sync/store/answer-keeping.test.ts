import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  catalogReader,
  catalogWriter,
  type ItemAnswerDocument,
  needsPreparation,
} from '../../catalog/index.ts'
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

/**
 * Stores one response. Returns the forms in which the writer received it, the number of new items, and the
 * name of one.
 */
async function keep(answer: Uint8Array, id: number) {
  const forms: string[] = []
  const writer = workspace.storage.writer(catalogWriter)
  const keepAnswer = openAnswerKeeping(workspace.storage)
  const put = ([given = answer]: ItemAnswerDocument[]) => {
    forms.push('packed' in given ? 'parsed' : 'raw')
    return writer.putPage(given)
  }
  const { created } = await keepAnswer([answer], put)
  const item = await workspace.storage.reader(catalogReader).item(String(id))
  return { forms, created, name: item?.name }
}

test('parses long responses outside of the writer, several in a row', async () => {
  for (const from of [1000, 3000, 5000])
    expect(await keep(answerOf(from, 900), from + 899)).toEqual({
      forms: ['parsed'],
      created: 900,
      name: `Tea ${from + 899}`,
    })
})

test('passes a short response to the writer unparsed, and parses an unusual one first', async () => {
  expect(await keep(answerOf(7000, 2), 7001)).toEqual({ forms: ['raw'], created: 2, name: 'Tea 7001' })
  const unusual = await keep(answerOf(8000, 2, 'i:'), 8001)
  expect(unusual).toEqual({ forms: ['raw', 'parsed'], created: 2, name: 'Tea 8001' })
})

test('rejects a broken response of any length and stores nothing of it', async () => {
  for (const count of [2, 900]) {
    const broken = Buffer.concat([answerOf(9000, count), Buffer.from('<')])
    const refused = keep(broken, 9000)
    await expect(refused).rejects.toMatchObject({ name: 'PlainError' })
    await expect(refused).rejects.not.toMatchObject({ code: needsPreparation })
  }
  expect(await workspace.storage.reader(catalogReader).item('9000')).toBeUndefined()
})
