import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ingestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { rpc } from '../../rpc/client.ts'
import { TooltipProvider } from '../../ui/overlays/tooltip.tsx'
import { createFormStore, FormStoreProvider, useFormStore, useLeaf } from '../form-store.ts'
import { entryPlace, rootPlace } from '../place.ts'
import { WithEntryPicture } from './entry-picture.tsx'
import { isPictureList } from './media-member.ts'

const [added, web, other] = [
  'https://kept.example/front.jpg',
  'https://pictures.example/front.jpg',
  'https://pictures.example/other.jpg',
]
const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const keys = ['media', 0, 'url']

function Address() {
  const store = useFormStore()
  return (
    <input
      aria-label="Address"
      value={useLeaf(keys)}
      onChange={(event) => store.set(keys, event.target.value)}
    />
  )
}

test('an added picture stays visible when its web address is typed over it', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const known = { mimeType: 'image/jpeg', fetches: false }
  queries.setQueryData(rpc.media.ofAddresses.queryKey({ input: { urls: [added] } }), {
    ...{ ...known, thumbnail: pixel, url: pixel, isAdded: true },
  } as never)
  for (const address of [web, other])
    queries.setQueryData(rpc.media.ofAddresses.queryKey({ input: { urls: [address] } }), {
      ...{ ...known, isAdded: false },
    } as never)
  const store = createFormStore({ media: [{ url: added }] })
  const member = ingestItem.members.find(isPictureList)
  if (member?.type.kind !== 'group') throw new Error('An item has no list of pictures.')
  await render(
    <QueryClientProvider client={queries}>
      <TooltipProvider>
        <FormStoreProvider value={store}>
          <WithEntryPicture
            group={member.type}
            place={entryPlace(rootPlace('item'), member, 0)}
            isBelowLabels={false}
          >
            <Address />
          </WithEntryPicture>
        </FormStoreProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  )
  const shown = () => document.querySelector('img')?.getAttribute('src')
  await expect.poll(shown).toContain(pixel)
  await userEvent.fill(page.getByRole('textbox', { name: 'Address' }), web)
  await expect.element(page.getByText(/The picture that was added here/)).toBeVisible()
  expect(shown()).toContain(pixel)
  // Another change, such as undo, may put another entry in this place.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  store.set(keys, other)
  await expect.element(page.getByText(/The picture that was added here/)).not.toBeInTheDocument()
})
