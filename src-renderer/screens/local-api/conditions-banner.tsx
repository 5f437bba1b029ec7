import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { fairConditions } from '../../../src-shared/local-api/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { counted } from '../../ui/words.ts'
import { briefly } from './conditions/condition-words.ts'
import { sectionPath } from './sections.ts'
import { useSetConditions } from './use-local-api.ts'

/** Says, on every part of the screen, that the service is not as it is by itself. Nothing while it is. */
export function ConditionsBanner({ onConditions }: { onConditions: boolean }) {
  const state = useQuery(rpc.localApi.conditions.queryOptions())
  const set = useSetConditions()
  if (!state.data || state.data.active.length === 0) return null
  const { active, conditions } = state.data
  return (
    <div
      role="status"
      className="flex min-h-10 shrink-0 items-center gap-3 border-b border-line bg-warn-wash px-6 py-1.5 text-sm"
    >
      <FlaskConical className="size-4 shrink-0 text-warn" aria-hidden />
      <p className="min-w-0 flex-1">
        <span className="font-semibold">{counted(active.length, 'condition')} on: </span>
        <span className="text-ink-soft">{active.map((name) => briefly(name, conditions)).join(' · ')}</span>
      </p>
      {!onConditions && (
        <ButtonLink size="small" variant="ghost" href={sectionPath('conditions')}>
          Change
        </ButtonLink>
      )}
      <Button size="small" busy={set.isPending} onClick={() => set.mutate(fairConditions)}>
        Switch all off
      </Button>
    </div>
  )
}
