import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useFirstFrameEnd } from './first-frame.ts'

function Part({ isShown }: { isShown: boolean }) {
  useFirstFrameEnd(isShown)
  return isShown ? <h1>Catalog</h1> : null
}

test('the frame of the page stays until the app draws something', async () => {
  const frame = document.body.appendChild(document.createElement('div'))
  frame.id = 'first-frame'
  const { rerender } = await render(<Part isShown={false} />)
  expect(frame.isConnected).toBe(true)
  await rerender(<Part isShown />)
  expect(frame.isConnected).toBe(false)
})
