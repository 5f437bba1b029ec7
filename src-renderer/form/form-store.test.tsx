import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { createFormStore, FormStoreProvider, sliceAt, useDeferredSlice, withSlice } from './form-store.ts'

const value = () => ({
  item: [
    { name: 'Oats', upcs: [{ type: 'GTIN', text: '1' }], unknown: [{ name: 'shelf' }] },
    { name: 'Barley', upcs: [{ type: 'GTIN', text: '2' }] },
  ],
})

test('an edit replaces the branches along its keys and shares all others', () => {
  const before = value()
  const after = withSlice(before, ['item', 0, 'name'], 'Oat flakes')
  expect(sliceAt(after, ['item', 0, 'name'])).toBe('Oat flakes')
  expect(sliceAt(after, ['item', 1])).toBe(before.item[1])
  expect(sliceAt(after, ['item', 0, 'upcs'])).toBe(before.item[0]?.upcs)
  expect(sliceAt(after, ['item', 0, 'unknown'])).toBe(before.item[0]?.unknown)
  expect(before.item[0]?.name).toBe('Oats')
})

test('setting undefined removes the key; missing groups are created', () => {
  expect(withSlice({ a: '1', b: '2' }, ['a'], undefined)).toEqual({ b: '2' })
  expect(withSlice({}, ['packageData', 'length', 'measure'], '3')).toEqual({
    packageData: { length: { measure: '3' } },
  })
})

test('entries are inserted, moved and removed; removing the last entry removes the list', () => {
  const store = createFormStore(value())
  store.insert(['item', 0, 'upcs'], { type: 'EAN', text: '3' })
  store.move(['item', 0, 'upcs'], 1, 0)
  expect(store.at(['item', 0, 'upcs'])).toEqual([
    { type: 'EAN', text: '3' },
    { type: 'GTIN', text: '1' },
  ])
  store.move(['item', 0, 'upcs'], 0, 5)
  expect(store.at(['item', 0, 'upcs', 0, 'text'])).toBe('3')
  store.remove(['item', 0, 'upcs'], 0)
  store.remove(['item', 0, 'upcs'], 0)
  expect(store.at(['item', 0])).toEqual({ name: 'Oats', unknown: [{ name: 'shelf' }] })
  store.remove(['item'], 0, [])
  store.remove(['item'], 0, [])
  expect(store.value()).toEqual({ item: [] })
})

test('listeners are called for every change, edit listeners only for edits in the form', () => {
  const store = createFormStore(value())
  let changes = 0
  const edits: unknown[] = []
  store.subscribe(() => changes++)
  store.onEdit((edited) => edits.push(edited))
  store.set(['item', 0, 'name'], 'Oats')
  expect(changes).toBe(0)
  store.set(['item', 0, 'name'], 'Rye')
  store.replace({ item: [] })
  expect(changes).toBe(2)
  expect(edits).toHaveLength(1)
})

test('useDeferredSlice follows every change and switches to another item at once', async () => {
  const Names = ({ index }: { index: number }) => {
    const item = useDeferredSlice(['item', index]) as { name: string }
    return <p>{item.name}</p>
  }
  const drawn = (store: ReturnType<typeof createFormStore>, index: number) => (
    <FormStoreProvider value={store}>
      <Names index={index} />
    </FormStoreProvider>
  )
  const store = createFormStore(value())
  const screen = await render(drawn(store, 0))
  store.set(['item', 0, 'name'], 'Oat flakes')
  await expect.poll(() => screen.container.textContent).toBe('Oat flakes')
  await screen.rerender(drawn(store, 1))
  expect(screen.container.textContent).toBe('Barley')
  const other = createFormStore({ item: [{ name: 'Rye' }, { name: 'Spelt' }] })
  await screen.rerender(drawn(other, 1))
  expect(screen.container.textContent).toBe('Spelt')
  store.set(['item', 1, 'name'], 'Not here')
  other.set(['item', 1, 'name'], 'Emmer')
  await expect.poll(() => screen.container.textContent).toBe('Emmer')
})
