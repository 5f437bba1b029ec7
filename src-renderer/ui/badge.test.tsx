import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { outboxStateDescriptions } from '../../src-shared/feeds/outbox/outbox-state.ts'
import { ErrorCount, StatusBadge } from './badge.tsx'
import './theme.css'

test('an error count is shown as a number, and read out with its noun in the singular or plural', async () => {
  await render(
    <>
      <ErrorCount errors={1} /> <ErrorCount errors={1200} />
    </>,
  )
  await expect.element(page.getByText('1 error', { exact: true })).toBeInTheDocument()
  await expect.element(page.getByText('1,200 errors', { exact: true })).toBeInTheDocument()
})

test('every state has its label', async () => {
  await render(
    <>
      <StatusBadge status="looked-for" />
      <StatusBadge status="interrupted" />
      <StatusBadge status="done" label="1 of 2 refused" />
    </>,
  )
  const lookedForLabel = outboxStateDescriptions['looked-for'].label
  expect(document.body.textContent).toContain(`${lookedForLabel}Interrupted1 of 2 refused`)
})
