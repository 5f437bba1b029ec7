import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CodeView } from './code-view.tsx'
import '../theme.css'

test('XML is read-only unless the view is an editor', async () => {
  const edits: string[] = []
  const screen = await render(
    <div style={{ height: 200 }}>
      <CodeView label="XML" value="<a/>" />
    </div>,
  )
  const box = page.getByRole('textbox', { name: 'XML' })
  await expect.element(box).toMatchTextContent(/<a\/>/)
  await expect.element(box).toHaveAttribute('contenteditable', 'false')
  await screen.rerender(
    <div style={{ height: 200 }}>
      <CodeView label="XML" value="<a/>" onChange={(text) => edits.push(text)} />
    </div>,
  )
  await box.click()
  await userEvent.keyboard('b')
  await expect.poll(() => edits.at(-1)).toContain('b')
})
