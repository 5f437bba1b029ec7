import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { Mark } from '../../shell/mark.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Which program this is, in which version, and how it runs. */
export function AboutPanel({ workspace }: { workspace: WorkspaceState }) {
  return (
    <Panel title="About">
      <div className="flex items-center gap-3">
        <Mark />
        <div>
          <p className="font-semibold">Catalog Desk {workspace.version}</p>
          <p className="text-xs text-ink-faint">
            {workspace.host === 'electron'
              ? 'In a window of its own'
              : 'In your browser, served from this computer'}
          </p>
        </div>
      </div>
    </Panel>
  )
}
