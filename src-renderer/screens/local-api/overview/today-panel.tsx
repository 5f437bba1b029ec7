import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../rpc/client.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { wholeNumber } from '../../../ui/words.ts'
import { sectionPath } from '../sections.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** How much was asked of the service in this UTC day. */
export function TodayPanel() {
  const users = useQuery(rpc.localApi.users.queryOptions())
  const list = users.data
  const facts = [
    { one: 'Request', many: 'Requests', value: list && sum(list.map(({ requestsToday }) => requestsToday)) },
    {
      one: 'Item downloaded',
      many: 'Items downloaded',
      value: list && sum(list.map(({ itemsToday }) => itemsToday)),
    },
    { one: 'User', many: 'Users', value: list?.length },
  ]
  return (
    <Panel
      title="Today"
      description="Since midnight UTC, as the daily limit counts."
      actions={
        <ButtonLink size="small" variant="ghost" href={sectionPath('users')}>
          Users
        </ButtonLink>
      }
    >
      <dl className="grid grid-cols-3 gap-4">
        {facts.map(({ one, many, value }) => (
          <div key={many} className="flex flex-col-reverse">
            <dt className="text-xs text-ink-faint">{value === 1 ? one : many}</dt>
            <dd className="tabular text-xl font-semibold">
              {value === undefined ? '–' : wholeNumber(value)}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
