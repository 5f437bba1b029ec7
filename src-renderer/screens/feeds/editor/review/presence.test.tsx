import { QueryClientProvider } from '@tanstack/react-query'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Role } from '../../../../../src-shared/team/person.ts'
import { installBackend } from '../../../../testing/test-backend.ts'
import '../../../../ui/theme.css'

const said: unknown[] = []
installBackend({
  presence: {
    who: () => [
      { name: 'Ana', item: { key: 1, position: 1 } },
      { name: 'Bob López', item: { key: 7, position: 5 } },
      { name: 'Eve' },
    ],
    say: ({ draft, key }: { draft: string; key: number }) => void said.push([draft, key]),
    leave: () => void said.push('left'),
  },
})
const { queryClient } = await import('../../../../rpc/client.ts')
const { usePresence } = await import('./use-presence.ts')
const { OthersInDraft, OthersInItem, OthersProvider } = await import('./presence-mark.tsx')

function Editor({ isTeam = true }: { isTeam?: boolean }) {
  const person = { name: 'Ana', role: 'author' as Role }
  const others = usePresence('d1', 3, isTeam ? { person, people: [] } : undefined)
  return (
    <main>
      <h1>Teas</h1>
      <OthersProvider value={others}>
        <OthersInDraft />
        <ul>
          <li>
            Oats <OthersInItem itemKey={7} />
          </li>
          <li>
            Rye <OthersInItem itemKey={8} />
          </li>
        </ul>
      </OthersProvider>
    </main>
  )
}
const show = (isTeam: boolean) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Editor isTeam={isTeam} />
    </QueryClientProvider>,
  )

test('without a team says and shows nothing', async () => {
  const { unmount } = await show(false)
  await expect.element(page.getByText('Rye')).toBeVisible()
  await unmount()
  expect(said).toEqual([])
  expect(page.getByRole('img').elements()).toEqual([])
})

test('shows the others in the head and at their items, and says where this person is', async () => {
  const { unmount } = await show(true)
  const editing = page.getByRole('img', { name: 'Bob López is editing item 5' })
  await expect.element(editing.first()).toHaveTextContent('BL')
  expect(editing.elements()).toHaveLength(2)
  await expect.element(page.getByRole('img', { name: 'Eve has this draft open' })).toBeVisible()
  expect(page.getByRole('img', { name: /Ana/ }).elements()).toEqual([])
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([])
  expect(said).toEqual([['d1', 3]])
  await unmount()
  await expect.poll(() => said.at(-1)).toBe('left')
})
