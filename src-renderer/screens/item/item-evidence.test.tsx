import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ItemEvidence as Evidence, Finding } from '../../../src-shared/evidence/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const finding = (kind: Finding['kind'], message: string): Finding => ({
  ...{ kind, sha256: kind, view: 'A7C1', message },
})
let evidence: Evidence
installBackend({ evidence: { ofItem: () => evidence } })
const { queryClient } = await import('../../rpc/client.ts')
const { ItemEvidence } = await import('./item-evidence.tsx')

beforeEach(() => queryClient.clear())
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <ItemEvidence itemId="a/1" />
    </QueryClientProvider>,
  )

test('shows differences with their pictures, counts what supports the record, and links to the review', async () => {
  const findings = [
    finding('unknown-code', 'The picture shows the code 1.'),
    finding('right-code', 'The code 2.'),
  ]
  evidence = { name: 'Oats', findings, unread: 2 }
  await show()
  await expect.element(page.getByText('The picture shows the code 1.')).toBeVisible()
  await expect.element(page.getByText('The code 2.')).not.toBeInTheDocument()
  await expect
    .element(
      page.getByText('1 code or value in the pictures supports the record. 2 pictures are not read yet.'),
    )
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Review' }))
    .toHaveAttribute('href', '/evidence?item=a%2F1')
})

test('shows nothing of an item without findings', async () => {
  evidence = { name: 'Oats', findings: [], unread: 1 }
  const { container } = await show()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(container.textContent).toBe('')
})
