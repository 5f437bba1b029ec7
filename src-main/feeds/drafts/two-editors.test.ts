import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeVersions } from '../../../src-shared/feeds/compare/merge-versions.ts'
import { cellOf } from '../../../src-shared/feeds/draft/columns.ts'
import type { DraftCell, DraftEdit } from '../../../src-shared/feeds/draft/edits.ts'
import { sliceAt, withSlice } from '../../../src-shared/feeds/draft/slices.ts'
import type { PayloadItem } from '../../../src-shared/feeds/kinds/payload.ts'
import type { Person } from '../../../src-shared/team/person.ts'
import { ingestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { actAs } from '../../platform/acting-person.ts'
import { draftRoom, item } from './fixtures/draft-room.ts'

const room = draftRoom()
const { begin, titles } = room
const ana: Person = { name: 'Ana', role: 'author' }
const bob: Person = { name: 'Bob', role: 'author' }

const cells = (id: string, ...edits: DraftCell[]) =>
  room.drafts.editDraft({ id, label: 'Typed', edits: [{ do: 'cells', cells: edits }] })
const titleCell = (was: string | null | undefined, value: string | null, key = 1): DraftCell => ({
  ...{ key, column: 'ecommerceTitle', value },
  ...(was !== undefined && { was }),
})

test('refuses a cell that somebody else changed meanwhile, with both texts, their name and the time', async () => {
  const { id } = await begin(item(0), item(1))
  await actAs(ana, () => cells(id, titleCell('Green tea 0', 'Mint')))
  const late = [titleCell('Green tea 0', 'Sencha'), titleCell('Green tea 1', 'Oolong', 2)]
  await expect(actAs(bob, () => cells(id, ...late))).rejects.toMatchObject({ code: 'STALE_CELLS' })
  expect(await titles(id)).toEqual(['Mint', 'Green tea 1'])
  expect(await room.drafts.staleCells({ id, cells: late })).toEqual({
    total: 1,
    cells: [
      {
        ...{ key: 1, position: 1, title: 'Mint', code: '4006381333931', column: 'ecommerceTitle' },
        ...{ mine: 'Sencha', theirs: 'Mint', changed: { by: 'Ana', at: expect.any(String) } },
      },
    ],
  })
  await actAs(bob, () => cells(id, titleCell('Mint', 'Sencha'), titleCell('Green tea 1', 'Oolong', 2)))
  expect(await titles(id)).toEqual(['Sencha', 'Oolong'])
})

test('accepts a cell that both changed to the same text, and other cells of the same item', async () => {
  const { id } = await begin(item(0))
  await actAs(ana, () => cells(id, titleCell('Green tea 0', 'Mint')))
  await actAs(bob, () => cells(id, titleCell('Green tea 0', 'Mint')))
  await actAs(bob, () => cells(id, { key: 1, column: 'manufacturerId', value: 'm2', was: 'm1' }))
  expect((await room.drafts.draftItem({ id, key: 1 })).changed?.by).toBe('Bob')
  expect(await titles(id)).toEqual(['Mint'])
})

test('lets one step set a cell twice', async () => {
  const { id } = await begin(item(0))
  await cells(id, titleCell('Green tea 0', 'Mint'), titleCell('Green tea 0', 'Sencha'))
  expect(await titles(id)).toEqual(['Sencha'])
})

test('does not undo or redo the step of another person with a key, nor join typing with it', async () => {
  const { id } = await begin(item(0))
  await actAs(ana, () => cells(id, titleCell(undefined, 'Mint')))
  await actAs(bob, () => cells(id, titleCell(undefined, 'Sencha')))
  expect((await room.drafts.draftSteps({ id })).steps.map(({ by }) => by)).toEqual(['Bob', 'Ana'])
  await expect(actAs(ana, () => room.drafts.undoDraft({ id }))).rejects.toMatchObject({
    code: 'STEP_BLOCKED',
    message: expect.stringContaining('Bob'),
  })
  await actAs(bob, () => room.drafts.undoDraft({ id }))
  await expect(actAs(ana, () => room.drafts.redoDraft({ id }))).rejects.toMatchObject({
    code: 'STEP_BLOCKED',
  })
  await actAs(bob, () => room.drafts.redoDraft({ id }))
  expect(await titles(id)).toEqual(['Sencha'])
})

/** Fields that the editors of the property change: of the form (`keys`), and as a column of the grid. */
const fields = [
  { keys: ['ecommerceTitle'], column: 'ecommerceTitle' },
  { keys: ['products', 0, 'description'], column: 'products/0/description' },
]
const words = ['Mint', 'Sencha', 'Oolong']

/** An editor as the page is: the item as last seen, and what was typed since. */
function openEditor(id: string, person: Person) {
  let seen: { revision: number; value: PayloadItem } = { revision: 0, value: {} }
  let mine: PayloadItem = {}
  /** The texts that the person knows of: seen, or shown in a question. */
  const known = new Map<string, unknown>()
  const stored = () => room.drafts.draftItem({ id, key: 1 })
  const edit = (edits: DraftEdit[]) =>
    actAs(person, () => room.drafts.editDraft({ id, label: `${person.name} typed`, edits }))
  const isRefused = async (edits: DraftEdit[], code: string): Promise<boolean> => {
    try {
      await edit(edits)
      return false
    } catch (error) {
      expect(error).toMatchObject({ code })
      return true
    }
  }
  const look = async () => {
    seen = await stored()
    mine = seen.value
    for (const { column } of fields) known.set(column, cellOf(seen.value, column))
  }
  return {
    known,
    look,
    type: (field: number, text: string) => {
      mine = withSlice(mine, fields[field]?.keys ?? [], text) as PayloadItem
    },
    typed: () => fields.filter(({ column }) => cellOf(mine, column) !== cellOf(seen.value, column)),
    wanted: (column: string) => cellOf(mine, column),
    /** @returns the columns for which the person chose the other text */
    async save(keepsMine: boolean): Promise<Set<string>> {
      const given = new Set<string>()
      while (await isRefused([{ do: 'item', key: 1, revision: seen.revision, value: mine }], 'STALE_ITEM')) {
        const theirs = await stored()
        const { merged, clashes } = mergeVersions(ingestItem, {
          base: seen.value,
          mine,
          theirs: theirs.value,
        })
        let value = merged
        for (const clash of clashes)
          for (const { keys, column } of fields) {
            if (!clash.keys.every((key, index) => keys[index] === key)) continue
            known.set(column, cellOf(theirs.value, column))
            if (keepsMine) value = withSlice(value, keys, sliceAt(mine, keys))
            else given.add(column)
          }
        // Fields that only the other changed are shown with the merge.
        for (const { column } of fields)
          if (cellOf(value as PayloadItem, column) === cellOf(theirs.value, column))
            known.set(column, cellOf(theirs.value, column))
        seen = theirs
        mine = value as PayloadItem
      }
      return given
    },
    /** Types into the grid. @returns whether the text was saved */
    async cell(field: number, text: string, keepsMine: boolean): Promise<boolean> {
      const column = fields[field]?.column ?? ''
      let was = cellOf(seen.value, column) ?? null
      for (;;) {
        const given = { key: 1, column, value: text, was }
        if (!(await isRefused([{ do: 'cells', cells: [given] }], 'STALE_CELLS'))) return true
        const [stale] = (await room.drafts.staleCells({ id, cells: [given] })).cells
        if (!stale) throw new Error('A refused cell is expected to be stale')
        known.set(column, stale.theirs ?? undefined)
        if (!keepsMine) return false
        was = stale.theirs
      }
    },
  }
}

test('two editors in any order overwrite no text that they have not seen, and lose none of their own', async () => {
  const operation = fc.record({
    who: fc.constantFrom(0, 1),
    what: fc.constantFrom('look', 'type', 'type', 'save', 'save', 'cell', 'cell'),
    field: fc.nat(fields.length - 1),
    text: fc.constantFrom(...words),
    keepsMine: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 40 }), async (operations) => {
      const { id } = await begin(item(0))
      const editors = [openEditor(id, ana), openEditor(id, bob)]
      for (const editor of editors) await editor.look()
      const stored = async () => (await room.drafts.draftItem({ id, key: 1 })).value
      for (const { who, what, field, text, keepsMine } of operations) {
        const editor = editors[who]
        if (!editor) continue
        const before = await stored()
        if (what === 'type') editor.type(field, text)
        if (what === 'look' && editor.typed().length === 0) await editor.look()
        if (what === 'cell' && editor.typed().length === 0) {
          const isSaved = await editor.cell(field, text, keepsMine)
          const { column } = fields[field] ?? { column: '' }
          const after = await stored()
          expect(cellOf(after, column)).toBe(isSaved ? text : cellOf(before, column))
          if (cellOf(after, column) !== cellOf(before, column))
            expect(editor.known.get(column)).toBe(cellOf(before, column))
          await editor.look()
        }
        if (what !== 'save') continue
        const typed = editor.typed().map(({ column }) => ({ column, text: editor.wanted(column) }))
        const given = await editor.save(keepsMine)
        const after = await stored()
        // Everything typed is stored, except where the person chose the other text.
        for (const one of typed) if (!given.has(one.column)) expect(cellOf(after, one.column)).toBe(one.text)
        // Every text that was replaced had been seen; every text that was not typed is still there.
        for (const { column } of fields) {
          if (cellOf(after, column) === cellOf(before, column)) continue
          expect(typed.map((one) => one.column)).toContain(column)
          expect(editor.known.get(column)).toBe(cellOf(before, column))
        }
        await editor.look()
      }
    }),
    { numRuns: 40 },
  )
})
