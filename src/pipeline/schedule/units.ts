// A schedule as what other schedulers read: a systemd service and timer, a crontab line, a Kubernetes CronJob. Each runs
// `latebench schedule … --once`, whose lock and state keep to one run at a time and make up for missed times.
import { LateBenchError } from '../../errors.ts';

export const unitKinds = ['systemd', 'cron', 'k8s'] as const;
export type UnitKind = (typeof unitKinds)[number];

export interface Unit {
  readonly name: string;
  readonly about: string;
  readonly cron: string;
  readonly timezone: string;
  /** The command and its arguments, without --once. */
  readonly command: readonly string[];
  /** Where it runs. */
  readonly folder: string;
  readonly version: string;
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function systemdWord(text: string): string {
  const escaped = text.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /[\s"'\\;]/.test(escaped) ? `"${escaped.replace(/["\\]/g, '\\$&')}"` : escaped;
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const months = ['', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `MON-FRI` as `1-5`. */
function inNumbers(field: string, names: readonly string[]): string {
  return field.replaceAll(/[a-z]+/gi, (word) => {
    const at = names.findIndex((name) => name.toLowerCase() === word.toLowerCase());
    return at === -1 ? word : String(at);
  });
}

/** Systemd's week ends with Sunday: one that begins with it is Sunday and the rest. */
function weekdayField(field: string): string {
  return inNumbers(field, days).replaceAll(/(?<!\d)0-(\d)/g, (_, to: string) =>
    to === '0' ? '0' : `0,${to === '1' ? '1' : `1-${to}`}`,
  );
}

function calendarPart(field: string, cron: string, names?: readonly string[]): string {
  if (!/^[\d*,/-]+$/.test(field) || (names !== undefined && field.includes('/'))) {
    const message = `schedule ${cron}: ${field} cannot be put into systemd's words; use latebench schedule itself, or cron`;
    throw new LateBenchError('LB_CONFIG', message);
  }
  const number = (text: string): string => (names === undefined ? text : names[Number(text)]!);
  return field
    .split(',')
    .map((part) => {
      const [range, step] = part.split('/');
      const [from, to] = range!.split('-');
      const words = from === '*' ? '*' : to === undefined ? number(from!) : `${number(from!)}..${number(to)}`;
      return step === undefined ? words : `${words === '*' ? '0' : words}/${step}`;
    })
    .join(',');
}

/** `OnCalendar=` values. Where cron names both a day of the month and one of the week, either will do: two values. */
export function onCalendar(cron: string, timezone: string): readonly string[] {
  const [minute, hour, day, month, weekday] = cron.trim().split(/\s+/) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const first = (field: string): string => field.replace(/^\*\//, '1/');
  const time = `${calendarPart(hour, cron)}:${calendarPart(minute, cron)}:00 ${timezone}`;
  const date = `*-${calendarPart(first(inNumbers(month, months)), cron)}`;
  const onDay = `${date}-${calendarPart(first(day), cron)} ${time}`;
  const onWeekday = `${calendarPart(weekdayField(weekday), cron, days)} ${date}-* ${time}`;
  if (weekday === '*') return [onDay];
  return day === '*' ? [onWeekday] : [onDay, onWeekday];
}

function systemd({ name, about, cron, timezone, command, folder }: Unit): string {
  return `# ~/.config/systemd/user/latebench-${name}.service
[Unit]
Description=LateBench: ${about.replaceAll('%', '%%')}

[Service]
Type=oneshot
WorkingDirectory=${folder.replaceAll('%', '%%')}
ExecStart=${[...command, '--once'].map(systemdWord).join(' ')}
# Keys: EnvironmentFile=/path/to/.env
TimeoutStopSec=15min

# ~/.config/systemd/user/latebench-${name}.timer
[Unit]
Description=LateBench: ${about.replaceAll('%', '%%')}

[Timer]
${onCalendar(cron, timezone)
  .map((value) => `OnCalendar=${value}`)
  .join('\n')}
# Makes up for times at which the machine was off.
Persistent=true

[Install]
WantedBy=timers.target

# systemctl --user enable --now latebench-${name}.timer
`;
}

function crontab({ name, about, cron, timezone, command, folder }: Unit): string {
  const line = `cd ${shellWord(folder)} && ${[...command, '--once'].map(shellWord).join(' ')}`;
  return `# ${name}: ${about}
CRON_TZ=${timezone}
${cron} ${line.replaceAll('%', '\\%')}
`;
}

function kubernetes({ name, cron, timezone, command, version }: Unit): string {
  const args = [...command.slice(1), '--once'].map((word) => JSON.stringify(word)).join(', ');
  const safe = name.toLowerCase().replace(/[^a-z0-9-]+/g, '-');
  return `apiVersion: batch/v1
kind: CronJob
metadata:
  name: latebench-${safe}
spec:
  schedule: ${JSON.stringify(cron)}
  timeZone: ${JSON.stringify(timezone)}
  concurrencyPolicy: Forbid
  jobTemplate:
    spec:
      backoffLimit: 2
      template:
        spec:
          restartPolicy: OnFailure
          terminationGracePeriodSeconds: 900
          containers:
            - name: latebench
              image: latebench:${version} # your own image with Node 20 or later and npm i -g latebench@${version}
              command: ["latebench"]
              args: [${args}]
              workingDir: /work
              envFrom:
                - secretRef: { name: latebench-keys } # OPENAI_API_KEY and the like
              volumeMounts:
                - { name: work, mountPath: /work }
          volumes:
            - name: work # pipeline files, run folders and pools
              persistentVolumeClaim: { claimName: latebench-${safe} }
`;
}

export function unitText(kind: UnitKind, unit: Unit): string {
  const line = { ...unit, about: unit.about.trim().replaceAll(/\s+/g, ' ') };
  return { systemd, cron: crontab, k8s: kubernetes }[kind](line);
}
