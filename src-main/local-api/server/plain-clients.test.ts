/**
 * Tests the service with plain clients in other languages, as integrators do, given two headers and an
 * address. A client whose program is not installed is skipped with a warning.
 */
import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { type ContractService, openContractService } from '../../testing/local-api/contract-service.ts'

const run = promisify(execFile)
const works = (program: string, ...options: string[]) => spawnSync(program, options).status === 0

/** The programs each client needs; the check of PHP also requires its XML extension. */
const clients = {
  curl: works('curl', '--version') && works('xmllint', '--version'),
  python: works('python3', '-c', 'import xml.etree.ElementTree, urllib.request'),
  php: works('php', '-r', 'exit(function_exists("simplexml_load_string") ? 0 : 1);'),
}
const needs = { curl: 'curl and xmllint', python: 'python3', php: 'php-cli and php-xml' }
for (const name of Object.keys(clients) as (keyof typeof clients)[])
  if (!clients[name]) console.warn(`Skipped: the ${name} client. Not installed: ${needs[name]}`)

let service: ContractService
beforeAll(async () => {
  if (Object.values(clients).some(Boolean)) service = await openContractService('sandbox')
})
afterAll(() => service?.close())

const schema = (name: string) =>
  fileURLToPath(new URL(`../../../resources/schemas/${name}.xsd`, import.meta.url))

describe.skipIf(!clients.curl)('curl and xmllint', () => {
  /** Runs curl: returns the status, and the file with the body. */
  async function curl(path: string, ...options: string[]): Promise<{ status: string; file: string }> {
    const file = `${service.directory}/answer.xml`
    const written = ['-sS', '-o', file, '-w', '%{http_code}']
    const { stdout } = await run('curl', [...written, ...options, `${service.address}${path}`])
    return { status: stdout, file }
  }
  const credentials = () => {
    const { username, password } = service.user
    return ['-H', `username: ${username}`, '-H', `password: ${password}`]
  }
  const valid = (file: string, name: string) =>
    run('xmllint', ['--noout', '--nonet', '--schema', schema(name), file])

  async function upload(method: string, path: string, body: Uint8Array) {
    const file = `${service.directory}/payload.xml`
    await writeFile(file, body)
    const content = ['-X', method, '-H', 'Content-Type: application/xml', '--data-binary', `@${file}`]
    return curl(path, ...content, ...credentials())
  }

  test.each([
    ['/v2/manufacturer', 'manufacturer'],
    ['/v2.1/brand/b1', 'brand'],
    ['/v2/distributor', 'distributor'],
    ['/v2.1/retailer?limit=1', 'retailer'],
    ['/v2/item?since=20240101&allImg=Y', 'item'],
    ['/v2.1/item/100?pi=b', 'item'],
    ['/v2.1/item/100?profile=analytics', 'item'],
  ])('GET %s is valid for %s.xsd', async (path, name) => {
    const { status, file } = await curl(path, ...credentials())
    expect(status).toBe('200')
    await valid(file, name)
    expect((await curl(path)).status).toBe('403')
    await valid(file, 'problem')
  })

  test('feeds and their status', async () => {
    const itemFeeds: [string, string][] = [
      ['POST', '/v2.1/feed/items'],
      ['POST', '/v2.1/feed/items/refresh'],
      ['PUT', `/v2.1/feed/items/${gtinOf(1)}`],
    ]
    for (const [method, path] of itemFeeds) {
      const { status, file } = await upload(method, path, itemFeed(sampleItem(1)))
      expect(status).toBe('200')
      await valid(file, 'item')
      await service.settle()
      expect((await curl('/v2.1/feed/items', ...credentials())).status).toBe('200')
      await valid(file, 'item')
    }
    const feed = contentPlusFeed({ id: '100', retailer: [{ id: 'r1', sellCopy: 'Buy' }] })
    const { status, file } = await upload('POST', '/v2.1/feed/contentplus/', feed)
    expect(status).toBe('200')
    await valid(file, 'feed')
    const { stdout } = await run('xmllint', ['--xpath', 'string(//*[local-name()="feedId"])', file])
    expect((await curl(`/v2.1/feed/contentplus/${stdout.trim()}`, ...credentials())).status).toBe('200')
    await valid(file, 'feed-status')
  })
})

/**
 * The same steps in each language: read the brands, find an item, fetch its picture, create an item, poll the
 * feed, and be refused. Prints one line of JSON; the test below has the expected value.
 */
const python = `
import json, sys, time, urllib.error, urllib.request
import xml.etree.ElementTree as ET
address, username, password, feed = sys.argv[1:5]
ns = 'https://ns.catalog-desk.example'
def call(path, body=None, headers={}):
    every = {'username': username, 'password': password.encode('utf-8').decode('latin-1'), **headers}
    if body: every['Content-Type'] = 'application/xml'
    with urllib.request.urlopen(urllib.request.Request(address + path, data=body, headers=every)) as answer:
        return answer.read()
brands = [entry.find('{%s/brand}name' % ns).text for entry in ET.fromstring(call('/v2.1/brand'))
          if entry.tag == '{%s/brand}brand' % ns]
items = ET.fromstring(call('/v2.1/item?q=brulee&pi=c'))
tag = '{%s/item}' % ns
item = items.find(tag + 'item')
medium = item.find(tag + 'media/' + tag + 'medium')
picture = urllib.request.urlopen(medium.find(tag + 'url').text).read()
feed_id = ET.fromstring(call('/v2.1/feed/items', open(feed, 'rb').read())).find(tag + 'feedId').text
while True:
    status = ET.fromstring(call('/v2.1/feed/items/' + feed_id))
    if status.find(tag + 'feedStatus').text == 'PROCESSED': break
    time.sleep(0.05)
try: call('/v2.1/item?since=20240230')
except urllib.error.HTTPError as error:
    problem = ET.fromstring(error.read())
    refused = [error.code, problem.find('.//{urn:ietf:rfc:7807}name').text]
print(json.dumps({'brands': brands, 'total': items.get('total'), 'name': item.find(tag + 'name').text,
  'view': medium.get('view'), 'picture': picture[:4].hex(), 'succeeded': status.find(tag + 'itemsSucceeded').text,
  'refused': refused}))
`
const php = `
[, $address, $username, $password, $feed] = $argv;
function call($path, $body = null) {
  global $address, $username, $password, $code;
  $headers = ["username: $username", "password: $password"];
  if ($body !== null) $headers[] = 'Content-Type: application/xml';
  $context = stream_context_create(['http' => ['method' => $body === null ? 'GET' : 'POST', 'header' => $headers,
    'content' => $body ?? '', 'ignore_errors' => true]]);
  $answer = file_get_contents(strpos($path, 'http') === 0 ? $path : $address . $path, false, $context);
  preg_match('/ (\\d+)/', $http_response_header[0], $found);
  $code = (int) $found[1];
  return $answer;
}
$brands = [];
foreach (simplexml_load_string(call('/v2.1/brand'))->brand as $brand) $brands[] = (string) $brand->name;
$items = simplexml_load_string(call('/v2.1/item?q=brulee&pi=c'));
$medium = $items->item->media->medium;
$picture = call((string) $medium->url);
$id = (string) simplexml_load_string(call('/v2.1/feed/items', file_get_contents($feed)))->feedId;
do { usleep(50000); $status = simplexml_load_string(call("/v2.1/feed/items/$id")); }
while ((string) $status->feedStatus !== 'PROCESSED');
$problem = simplexml_load_string(call('/v2.1/item?since=20240230'));
echo json_encode(['brands' => $brands, 'total' => (string) $items['total'], 'name' => (string) $items->item->name,
  'view' => (string) $medium['view'], 'picture' => bin2hex(substr($picture, 0, 4)),
  'succeeded' => (string) $status->itemsSucceeded, 'refused' => [$code, (string) $problem->{'invalid-param'}->name]]);
`

describe.each<[string, boolean, string, string[], number]>([
  ['Python xml.etree', clients.python, 'python3', ['-c', python], 60],
  ['PHP SimpleXML', clients.php, 'php', ['-r', php, '--'], 61],
])('%s', (_name, isThere, program, options, number) => {
  test.skipIf(!isThere)('reads lists, items, pictures and refusals, and sends a feed', async () => {
    const feed = `${service.directory}/feed-${number}.xml`
    await writeFile(feed, itemFeed(sampleItem(number)))
    const { username, password } = service.user
    const { stdout } = await run(program, [...options, service.address, username, password, feed])
    expect(JSON.parse(stdout)).toEqual({
      brands: ['Fjord <fresh>', 'Golden Field'],
      total: '1',
      name: 'Crème brûlée mix',
      view: 'A1C1',
      picture: '89504e47',
      succeeded: '1',
      refused: [400, 'since'],
    })
  })
})
