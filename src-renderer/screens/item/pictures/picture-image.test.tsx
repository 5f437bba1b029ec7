import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PictureImage } from './picture-image.tsx'
import '../../../ui/theme.css'

test('shows a blurred preview until the picture is loaded, and sets its alt text', async () => {
  const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  const picture = { url: undefined, placeholder: dot }
  const screen = await render(<PictureImage small picture={picture} alt="Front" />)
  expect(screen.container.querySelectorAll('img')).toHaveLength(1)
  expect(page.getByRole('img', { name: 'Front' }).elements()).toEqual([])
  await screen.rerender(<PictureImage small picture={{ ...picture, url: `${dot}#` }} alt="Front" />)
  await expect.poll(() => screen.container.querySelectorAll('img').length).toBe(1)
  expect(screen.container.querySelector('img')?.alt).toBe('Front')
})
