import { useRef } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SectionNav } from './section-nav.tsx'

const sections = ['Identity', 'Content', 'Retailers', 'Notes'].map((label) => ({
  id: label.toLowerCase(),
  label,
  help: '',
}))
/** In pixels: the last three sections fit on one screen. */
const heights = [900, 150, 120, 90]

function Example() {
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <>
      <SectionNav sections={sections} errors={new Map()} progress={new Map()} scroller={scroller} />
      <div ref={scroller} data-testid="form" style={{ height: 500, overflowY: 'auto' }}>
        {sections.map(({ id, label }, index) => (
          <section key={id} data-section={id} style={{ height: heights[index] }}>
            <input aria-label={label} />
          </section>
        ))}
      </div>
    </>
  )
}
const current = () => document.querySelector('[aria-current=true]')?.textContent

test('a chosen section is marked, also if it cannot be scrolled to the top', async () => {
  await render(<Example />)
  for (const { label } of sections) {
    await userEvent.click(page.getByRole('button', { name: label }))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    expect(current()).toBe(label)
  }
})

test('scrolling marks each section in its turn', async () => {
  await render(<Example />)
  const form = page.getByTestId('form').element() as HTMLElement
  const marked = ['Identity']
  for (let top = 0; top <= form.scrollHeight - form.clientHeight; top += 10) {
    form.scrollTop = top
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const now = current() ?? ''
    if (now !== marked.at(-1)) marked.push(now)
  }
  expect(marked).toEqual(sections.map(({ label }) => label))
})
