import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../ui/theme.css'

/** The colour that the desktop window reports, and its listeners. */
let reported: string | undefined
const listeners: (() => void)[] = []
window.catalogDesk = {
  accentColor: async () => reported,
  onAccent(listener: () => void) {
    listeners.push(listener)
    return () => {}
  },
} as Partial<typeof window.catalogDesk> as NonNullable<typeof window.catalogDesk>
const { Button } = await import('../ui/button.tsx')
const { followAccent } = await import('./follow-accent.ts')
const { tonesFor } = await import('../ui/accent/accent.ts')
const { rgbOf } = await import('../ui/accent/oklch.ts')

test('buttons follow the colour that the window reports, also when it changes', async () => {
  await render(<Button variant="primary">Save</Button>)
  const color = () => getComputedStyle(page.getByRole('button', { name: 'Save' }).element()).backgroundColor
  const own = color()
  const report = (accent: string | undefined) => {
    reported = accent
    for (const listener of listeners) listener()
  }
  const isShown = (hex: string) =>
    expect.poll(color, { timeout: 10_000 }).toBe(
      `rgb(${rgbOf(hex)
        ?.map((channel) => channel * 255)
        .join(', ')})`,
    )
  followAccent()
  report('c4314b')
  await isShown(tonesFor('c4314b')['--accent-light'] ?? '')
  report('107c10')
  await isShown(tonesFor('107c10')['--accent-light'] ?? '')
  report(undefined)
  await expect.poll(color, { timeout: 10_000 }).toBe(own)
})
