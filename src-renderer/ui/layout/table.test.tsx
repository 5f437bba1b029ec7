import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { NameCell, Table, TableCell, TableRow } from './table.tsx'
import '../theme.css'

test('in a narrow window a table scrolls sideways, so that names stay readable', async () => {
  await render(
    <div style={{ width: 320 }}>
      <Table label="Drafts" columns={[{ label: 'Name' }, { label: 'State' }, { label: 'Saved' }]}>
        <TableRow>
          <NameCell className="truncate">Oatlark Original Oat Drink, 946 ml</NameCell>
          <TableCell className="whitespace-nowrap">Ready to be queued</TableCell>
          <TableCell className="whitespace-nowrap">25 November 2026</TableCell>
        </TableRow>
      </Table>
    </div>,
  )
  const name = page.getByRole('cell', { name: /Oatlark/ }).element()
  expect(name.getBoundingClientRect().width).toBeGreaterThanOrEqual(192)
})
