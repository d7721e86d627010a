const { BOT_LAYERS, SHARED_LAYERS } = require('./scripts/layers.cjs');

/** One rule for each folder: it imports none of those that come after it. */
function layerRules(house, described) {
  const layers = Object.keys(described);
  return [
    ...layers.slice(0, -1).map((folder, layer) => ({
      name: `${house}-${folder}-is-below-what-follows-it`,
      severity: 'error',
      from: { path: `^${house}/${folder}/` },
      to: { path: `^${house}/(${layers.slice(layer + 1).join('|')})/` },
    })),
    {
      name: `${house}-folders-have-a-layer`,
      comment: `A new folder of ${house} is named above.`,
      severity: 'error',
      from: { path: `^${house}/(?!(${layers.join('|')}|node_modules|dist)/)[^/]+/` },
      to: {},
    },
  ];
}

/** The arrows of the house: nodes -> shared, bot -> shared, never back. Nothing imports test; bench and tools are ends, too. */
module.exports = {
  forbidden: [
    ...layerRules('shared', SHARED_LAYERS),
    ...layerRules('bot', BOT_LAYERS),
    {
      name: 'bot-folders-know-nobody-above',
      comment: 'What is loose in bot/ puts the folders together; only the demo starts it.',
      severity: 'error',
      from: { path: '^bot/(?!demo/)[^/]+/' },
      to: { path: '^bot/[^/]+\\.ts$' },
    },
    {
      name: 'shared-knows-nobody',
      comment: 'shared is the client of the service; it knows neither the nodes nor the bot.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(nodes|credentials|bot|bench|tools|test)/' },
    },
    {
      name: 'shared-imports-neither-slack-nor-n8n',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '(^|node_modules/)(@slack|n8n-|@n8n)' },
    },
    {
      name: 'nodes-know-only-shared',
      severity: 'error',
      from: { path: '^(nodes|credentials)/' },
      to: { path: '^(bot|bench|tools|test)/' },
    },
    {
      name: 'bot-knows-only-shared',
      severity: 'error',
      from: { path: '^bot/' },
      to: { path: '^(nodes|credentials|bench|tools|test)/|(^|node_modules/)(n8n-|@n8n)' },
    },
    {
      name: 'nothing-imports-test',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
    {
      name: 'acceptance-tests-know-only-the-bench',
      comment: 'They type, click and read Slack: what the bot is made of is for the support of tests.',
      severity: 'error',
      from: { path: '^test/acceptance/' },
      to: { path: '^(bot/(?!demo/)|nodes/|credentials/|test/(unit|integration|e2e)/)' },
    },
    {
      name: 'only-tests-import-the-bench',
      severity: 'error',
      from: { pathNot: '^(bench|test)/' },
      to: { path: '^bench/' },
    },
    {
      name: 'sandbox-stays-out-of-production',
      comment: 'Only the demo, the bench, the tools and the tests may stand the service in.',
      severity: 'error',
      from: { pathNot: '^(shared/sandbox|bot/demo|bench|tools|test)/' },
      to: { path: '^shared/sandbox/' },
    },
    {
      name: 'nothing-imports-commands',
      comment: 'A command is an end of the line; what others need of it belongs beside it in shared.',
      severity: 'error',
      from: { pathNot: '^(shared/cli|test)/' },
      to: { path: '^shared/cli/' },
    },
    {
      name: 'demo-stays-out-of-production',
      comment: 'start.ts loads the demo only when nothing is configured.',
      severity: 'error',
      from: { path: '^bot/', pathNot: '^bot/(demo/|start\\.ts$)' },
      to: { path: '^bot/demo/' },
    },
    {
      name: 'zod-reads-what-comes-from-outside-or-is-stored',
      severity: 'error',
      from: {
        pathNot:
          '^(shared/|bot/settings/|bot/demo/pageServer|bot/figures/query|bot/parse/selection|bot/standing/line)',
      },
      to: { path: '(^|node_modules/)zod(/|$)' },
    },
    {
      name: 'client-runs-inside-n8n',
      comment:
        'The client is bundled for n8n: Node built-ins and undici belong to the transports, the sandbox and the commands.',
      severity: 'error',
      from: { path: '^shared/', pathNot: '^shared/(transport/undici|sandbox/|clock/systemClock|cli/)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'undici-is-one-transport',
      severity: 'error',
      from: { path: '^shared/', pathNot: '^shared/(transport/undici|client/nodeClient)' },
      to: { path: 'node_modules/undici/' },
    },
    {
      name: 'readers-load-no-undici',
      comment:
        'A thread that only reads the database would pay 13 MB for it: import modules of the client by their paths.',
      severity: 'error',
      from: { path: '^bot/(?:readWorker|workers/threadMain)' },
      to: { path: 'node_modules/undici/', reachable: true },
    },
    {
      name: 'n8n-gets-the-portable-client',
      comment: 'It is bundled without undici and without timers of its own.',
      severity: 'error',
      from: { path: '^(nodes|credentials)/' },
      to: { path: '^shared/(index|client/nodeClient)' },
    },
    {
      name: 'workbooks-stay-in-their-process',
      comment: 'The bot itself would pay memory for the libraries, and a workbook could stop it.',
      severity: 'error',
      from: { path: '^bot/(main|start)\\.ts$' },
      to: { path: 'node_modules/(hucre|sax|yauzl)/', reachable: true },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|shared/dist|bot/dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
