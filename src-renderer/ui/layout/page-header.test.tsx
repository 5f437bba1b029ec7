import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PageHeader } from './page-header.tsx'
import '../theme.css'

test('the window title is the title of the screen, or only the program name if that is not a string', async () => {
  const screen = await render(<PageHeader title="Feeds" back={{ href: '/catalog', label: 'Catalog' }} />)
  expect(document.title).toBe('Feeds · Catalog Desk')
  await expect.element(page.getByRole('link', { name: 'Catalog' })).toHaveAttribute('href', '/catalog')
  await screen.rerender(<PageHeader title={<em>Feeds</em>} />)
  expect(document.title).toBe('Catalog Desk')
})
