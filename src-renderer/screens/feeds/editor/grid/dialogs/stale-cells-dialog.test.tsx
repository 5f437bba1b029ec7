import { ORPCError } from '@orpc/client'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { DraftEdit } from '../../../../../../src-shared/feeds/draft/edits.ts'
import type { StaleCells } from '../../../../../../src-shared/feeds/draft/model.ts'
import { installBackend } from '../../../../../testing/test-backend.ts'
import type { DraftWork } from '../../session/use-draft.ts'
import '../../../../../ui/theme.css'

const cell = { position: 1, title: 'Oats', code: '1', changed: { by: 'Ana', at: '2026-11-28T10:12:00Z' } }
const stale: StaleCells = {
  total: 2,
  cells: [
    { ...cell, key: 1, column: 'ecommerceTitle', mine: 'Oat flakes', theirs: 'Rolled oats' },
    { ...cell, key: 1, column: 'manufacturerId', mine: 'm1', theirs: null },
  ],
}
installBackend({ feeds: { staleCells: () => stale } })
const { useStaleCells } = await import('../../session/use-stale-cells.ts')
const { StaleCellsDialog } = await import('./stale-cells-dialog.tsx')

const edits: DraftEdit[] = [
  {
    do: 'cells',
    cells: [
      { key: 1, column: 'ecommerceTitle', value: 'Oat flakes', was: 'Oats' },
      { key: 1, column: 'manufacturerId', value: 'm1', was: 'm0' },
      { key: 2, column: 'ecommerceTitle', value: 'Rye', was: 'R' },
    ],
  },
]

/** Sends the edits to a queue that refuses them once. */
async function send() {
  const sent: DraftEdit[][] = []
  let outcome: unknown
  const work = {
    queue: {
      send: async (_label: string, given: DraftEdit[]) => {
        sent.push(given)
        if (sent.length === 1) throw new ORPCError('STALE_CELLS', { message: 'Changed meanwhile.' })
        return { draft: { id: 'd1' }, items: 2 }
      },
    },
  } as unknown as DraftWork
  function Sender() {
    const { sendSettled, question } = useStaleCells('d1', work)
    return (
      <main>
        <button
          type="button"
          onClick={() =>
            void sendSettled('Typed', edits).then(
              (changed) => {
                outcome = changed
              },
              (error: unknown) => {
                outcome = error
              },
            )
          }
        >
          Send
        </button>
        {question && <StaleCellsDialog kind="create" {...question} />}
      </main>
    )
  }
  await render(<Sender />)
  await page.getByRole('button', { name: 'Send' }).click()
  return { sent, outcome: () => outcome }
}

test('shows both texts of each cell with the name of the other, and saves the choice', async () => {
  const { sent, outcome } = await send()
  await expect.element(page.getByText('2 cells were changed by somebody else meanwhile')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Ana: “Rolled oats”' })).toBeChecked()
  expect((await axe.run(document.body)).violations).toEqual([])
  await page.getByRole('radio', { name: 'Mine: “Oat flakes”' }).click()
  await page.getByRole('button', { name: 'Save this choice' }).click()
  await expect.poll(outcome).toMatchObject({ items: 2 })
  expect(sent[1]).toEqual([
    {
      do: 'cells',
      cells: [
        { key: 1, column: 'ecommerceTitle', value: 'Oat flakes', was: 'Rolled oats' },
        { key: 2, column: 'ecommerceTitle', value: 'Rye', was: 'R' },
      ],
    },
  ])
})

test('saves nothing if the change is discarded', async () => {
  const { sent, outcome } = await send()
  await page.getByRole('button', { name: 'Discard my change' }).click()
  await expect.poll(outcome).toMatchObject({ code: 'STALE_CELLS' })
  expect(sent).toHaveLength(1)
})
