import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, Play } from 'lucide-react'
import { useState } from 'react'
import { curlCommand } from '../../../../src-shared/api/curl.ts'
import { callPath } from '../../../../src-shared/api/route.ts'
import { certificateFile, type LocalApiState } from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { ButtonLink, IconButton } from '../../../ui/button.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { CommandBlock } from '../command-block.tsx'
import { Copyable } from '../copyable.tsx'
import { sectionPath } from '../sections.ts'

/** What a program needs to get in, and a call that shows that it works. */
export function FirstCallPanel({ state }: { state: LocalApiState }) {
  const [shown, setShown] = useState(false)
  const credentials = useQuery(rpc.workspace.localApiCredentials.queryOptions())
  const { username = '', password } = credentials.data ?? {}
  const address = state.address ?? `${state.scheme}://127.0.0.1:${state.port}`
  const icon = 'size-3.5'
  return (
    <Panel
      title="Connect a program"
      description="Point its client at the address and let it send these headers."
      actions={
        <ButtonLink
          size="small"
          href={sectionPath('try', 'brand')}
          icon={<Play className={icon} aria-hidden />}
        >
          Try it here
        </ButtonLink>
      }
    >
      <div className="flex flex-col gap-3">
        <KeyValue
          className="grid-cols-[6rem_minmax(0,1fr)]!"
          entries={[
            { label: 'Address', value: <Copyable text={address} label="Copy the base address" /> },
            { label: 'username', value: username && <Copyable text={username} label="Copy the user name" /> },
            {
              label: 'password',
              value: password && (
                <Copyable text={password} shown={shown ? password : '•'.repeat(16)} label="Copy the password">
                  <IconButton
                    size="small"
                    label={shown ? 'Hide the password' : 'Show the password'}
                    icon={
                      shown ? <EyeOff className={icon} aria-hidden /> : <Eye className={icon} aria-hidden />
                    }
                    onClick={() => setShown(!shown)}
                  />
                </Copyable>
              ),
            },
          ]}
        />
        <CommandBlock
          label="A first call, with curl"
          text={curlCommand({
            address,
            method: 'GET',
            target: callPath('brand', { query: { limit: 5 } }),
            username,
            ...(state.scheme === 'https' ? { certificate: certificateFile } : {}),
          })}
        />
      </div>
    </Panel>
  )
}
