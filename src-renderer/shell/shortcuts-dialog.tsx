import { Dialog } from '../ui/dialog.tsx'
import { commandKey, Kbd } from '../ui/kbd.tsx'
import { Section } from '../ui/panel.tsx'
import { destinations } from './destinations.ts'

const groups = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [commandKey, 'K'], does: 'Search items, go anywhere, do anything' },
      { keys: ['?'], does: 'Show these shortcuts' },
    ],
  },
  {
    title: 'Catalog',
    shortcuts: [
      { keys: ['/'], does: 'Search' },
      { keys: ['↑', '↓'], does: 'Move through the list' },
      { keys: ['Enter'], does: 'Open the item' },
      { keys: ['Space'], does: 'Select the item' },
      { keys: ['Esc'], does: 'Close the item, clear the selection' },
    ],
  },
  { title: 'Go to', shortcuts: destinations.map(({ key, label }) => ({ keys: ['G', key], does: label })) },
]

export function ShortcutsDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <div className="columns-2 gap-8">
        {groups.map((group) => (
          <Section key={group.title} title={group.title} className="mb-5 break-inside-avoid">
            <dl>
              {group.shortcuts.map(({ keys, does }) => (
                <div key={does} className="flex items-center justify-between gap-4 py-1">
                  <dt>{does}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </Section>
        ))}
      </div>
    </Dialog>
  )
}
