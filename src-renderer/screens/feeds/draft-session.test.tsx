import { expect, test, vi } from 'vitest'
import { createDraftSession } from './draft-session.ts'

const namespace = 'https://ns.catalog-desk.example/feed/item'
const feed = (item: string) => `<items xmlns="${namespace}">\n${item}\n</items>`
const open = (xml: string) => createDraftSession({ kind: 'create', xml, namespaceBase: undefined, quiet: 10 })

test('an edit in the form is written to the XML and judged', async () => {
  const session = open(feed('<item type="grocery"><ecommerceTitle>Oats</ecommerceTitle></item>'))
  const saved: string[] = []
  session.onChange((xml) => saved.push(xml))
  expect(session.problems.all().map(({ code }) => code)).toContain('GTIN_REQUIRED')
  session.store.set(['item', 0, 'productCodes', 0], { type: 'GTIN', text: '00850012345671' })
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(session.xml()).toContain('<productCode type="GTIN">00850012345671</productCode>')
  expect(session.problems.all().map(({ code }) => code)).not.toContain('GTIN_REQUIRED')
})

test('a burst of keystrokes is written once', async () => {
  const session = open(feed('<item/>'))
  const saved: string[] = []
  session.onChange((xml) => saved.push(xml))
  for (const title of ['O', 'Oa', 'Oat']) session.store.set(['item', 0, 'ecommerceTitle'], title)
  session.settle()
  expect(saved).toHaveLength(1)
  expect(saved[0]).toContain('<ecommerceTitle>Oat</ecommerceTitle>')
})

test('what is typed in the XML shows in the form; broken XML keeps the form and says where', () => {
  const session = open(feed('<item><ecommerceTitle>Oats</ecommerceTitle></item>'))
  session.editXml(feed('<item><ecommerceTitle>Rye</ecommerceTitle></item>'))
  session.settle()
  expect(session.store.at(['item', 0, 'ecommerceTitle'])).toBe('Rye')
  session.editXml(feed('<item><ecommerceTitle>Rye</item>'))
  session.settle()
  expect(session.isUnreadable()).toBe(true)
  expect(session.store.at(['item', 0, 'ecommerceTitle'])).toBe('Rye')
  expect(session.problems.all()).toMatchObject([{ line: 2 }])
})

test('XML as typed is kept to the letter until the form is edited', () => {
  const typed = feed('<item  type="grocery" ><!-- ours --></item>')
  const session = open(feed('<item/>'))
  session.editXml(typed)
  session.settle()
  expect(session.xml()).toBe(typed)
})

test('what only the backend knows stands beside what is found here, without repetition', () => {
  const session = open(feed('<item/>'))
  const local = session.problems.all()
  const taken = { code: 'GTIN_EXISTS', path: 'items/item[1]/productCodes', message: 'It exists already.' }
  session.setServerProblems([...local, taken])
  expect(session.problems.all()).toEqual([...local, taken])
  session.setServerProblems([])
  expect(session.problems.all()).toEqual(local)
})

test('problems are judged from the form at once, and know their lines when asked', () => {
  const session = open(feed('<item type="grocery"/>'))
  session.store.set(['item', 0, 'productCodes', 0], { text: '12' })
  session.settle()
  const wrongCode = () => session.problems.all().find(({ code }) => code === 'GTIN_INVALID')
  expect(wrongCode()?.line).toBeUndefined()
  session.locate()
  expect(session.xml().split('\n')[(wrongCode()?.line ?? 0) - 1]).toContain('<productCode>12</productCode>')
})
