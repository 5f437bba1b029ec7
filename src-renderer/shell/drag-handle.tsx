import { t } from '@lingui/core/macro'
import { GripVertical } from 'lucide-react'
import type { DraggedFile } from '../../src-shared/desktop-bridge.ts'
import { desktop } from '../rpc/desktop.ts'
import { toast } from '../ui/overlays/toast.tsx'
import { Tooltip } from '../ui/overlays/tooltip.tsx'

/** Whether files can be dragged out of this window. A browser cannot do that. */
export const canDragFiles = desktop?.startDrag !== undefined

/** Starts a drag of files in place of the drag that the page has begun. */
export function dragFiles(event: { preventDefault(): void }, files: DraggedFile[]): void {
  event.preventDefault()
  void desktop
    ?.startDrag(files)
    .catch((error: unknown) => toast.failed(t`The files could not be dragged`, error))
}

interface DragHandleProps {
  /** What is dragged. */
  label: string
  files: () => DraggedFile[]
}

/** A handle that drags files to a folder or to another program; nothing in a browser. */
export function DragHandle({ label, files }: DragHandleProps) {
  if (!canDragFiles) return null
  return (
    <Tooltip label={label}>
      <button
        type="button"
        // A keyboard cannot drag; the screens have other actions for the same files.
        tabIndex={-1}
        aria-hidden
        draggable
        data-drag-files
        onDragStart={(event) => dragFiles(event, files())}
        className="flex size-6 shrink-0 cursor-grab items-center justify-center rounded-md text-ink-faint hover:bg-pressed"
      >
        <GripVertical className="size-4" aria-hidden />
      </button>
    </Tooltip>
  )
}
