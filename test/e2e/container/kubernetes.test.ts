import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { FIRST_SALES_MS } from '../../../bot/jobs.ts';
import { settingNames } from '../../../bot/settings/settings.ts';
import { projectFolder } from '../start/strangersMachine.ts';

const textOf = (file: string) => readFileSync(join(projectFolder, file), 'utf8');
const [config, deployment] = parseAllDocuments(textOf('bot/kubernetes.yaml')).map((document) => {
  expect(document.errors).toEqual([]);
  return document.toJS();
});
const { template, strategy, replicas, progressDeadlineSeconds } = deployment.spec;
const [container] = template.spec.containers;

test('every setting is one of the bot, and every secret comes as a file', () => {
  const { version } = JSON.parse(textOf('bot/package.json'));
  expect(container.image).toMatch(new RegExp(`:${version}$`));
  const names = container.env.map(({ name }: { name: string }) => name);
  for (const name of names) expect(name).toMatch(/_FILE$/);
  const settings = [...names.map((name: string) => name.replace(/_FILE$/, '')), ...Object.keys(config.data)];
  expect(settings).toHaveLength(5);
  for (const name of settings) expect(settingNames()).toContain(name);
  const [secrets] = container.volumeMounts;
  const keys = [...textOf('bot/kubernetes.yaml').matchAll(/--from-literal=([\w-]+)=/g)].map(([, key]) => key);
  const files = container.env.map(({ value }: { value: string }) => value);
  expect(files.toSorted()).toEqual(keys.map((key) => `${secrets.mountPath}/${key}`).toSorted());
});

test('it is asked whether it lives and whether it is ready, and has six minutes to start', () => {
  expect(container.livenessProbe.httpGet).toEqual({ path: '/livez', port: 'health' });
  expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'health' });
  const { periodSeconds, failureThreshold, httpGet } = container.startupProbe;
  expect(httpGet.path).toBe('/livez');
  expect(periodSeconds * failureThreshold).toBe(360);
  expect(progressDeadlineSeconds * 1_000).toBeGreaterThan(FIRST_SALES_MS);
  expect(container.ports).toEqual([
    { name: 'health', containerPort: Number(/HEALTH_PORT=(\d+)/.exec(textOf('bot/Dockerfile'))?.[1]) },
  ]);
  expect({ replicas, strategy: strategy.type }).toEqual({ replicas: 1, strategy: 'RollingUpdate' });
});

test('it can gain no privilege and write nothing but its data, as in compose', () => {
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  const [, uid] = /^USER (\d+):\d+$/m.exec(textOf('bot/Dockerfile')) ?? [];
  expect(template.spec).toMatchObject({
    automountServiceAccountToken: false,
    terminationGracePeriodSeconds: 30,
    securityContext: { runAsNonRoot: true, runAsUser: Number(uid) },
  });
  const mounts = container.volumeMounts.map(({ name }: { name: string }) => name);
  expect(template.spec.volumes.map(({ name }: { name: string }) => name)).toEqual(mounts);
  expect(deployment.spec.selector.matchLabels).toEqual(template.metadata.labels);
});
