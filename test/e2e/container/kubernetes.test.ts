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
const { template, progressDeadlineSeconds } = deployment.spec;
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

test('its probes ask at the port of the image, and it has the minutes that a first start may wait for sales', () => {
  const { containerPort, name } = container.ports[0];
  expect(containerPort).toBe(Number(/HEALTH_PORT=(\d+)/.exec(textOf('bot/Dockerfile'))?.[1]));
  for (const { httpGet } of [container.livenessProbe, container.readinessProbe, container.startupProbe])
    expect(httpGet.port).toBe(name);
  expect(progressDeadlineSeconds * 1_000).toBeGreaterThan(FIRST_SALES_MS);
});

test('it runs as the user of the image, with the volumes that it mounts, and has time to stop', () => {
  const [, uid] = /^USER (\d+):\d+$/m.exec(textOf('bot/Dockerfile')) ?? [];
  expect(template.spec.securityContext.runAsUser).toBe(Number(uid));
  const mounts = container.volumeMounts.map(({ name }: { name: string }) => name);
  expect(template.spec.volumes.map(({ name }: { name: string }) => name)).toEqual(mounts);
  expect(deployment.spec.selector.matchLabels).toEqual(template.metadata.labels);
  // The bot takes up to 20 seconds to stop.
  expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(20);
});
