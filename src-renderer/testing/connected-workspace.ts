import type { WorkspaceState } from '../../src-shared/workspace/model.ts'

/** State of a workspace connected to a service, for component tests. */
export const connectedWorkspace = (more: Partial<WorkspaceState> = {}): WorkspaceState => ({
  role: 'connected',
  directory: '/catalogs/North',
  host: 'headless',
  version: '1.0.0',
  connection: {
    address: 'https://service.example',
    username: 'desk',
    namespaceBase: 'urn:x',
    mediaHosts: [],
    feedSize: { items: 1000, bytes: 16_777_216 },
  },
  localApi: { running: false, username: 'desk' },
  items: 18_980,
  ...more,
})
