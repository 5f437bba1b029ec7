import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Notice } from './notice.tsx'
import '../theme.css'

test('errors and warnings are announced at once; other notices are not', async () => {
  await render(
    <>
      <Notice title="Good to know" />
      <Notice tone="warn" title="Take care" />
      <Notice tone="bad" title="Broken" />
    </>,
  )
  expect(
    page
      .getByRole('note')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Good to know'])
  expect(
    page
      .getByRole('alert')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Take care', 'Broken'])
})
