// Drives the exported pages in a browser: see .ci/browser, which runs this with the folder of the npm packages.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2]);
const packages = createRequire(`${folder}/`);
const { default: puppeteer } = await import(pathToFileURL(packages.resolve('puppeteer-core')));
const axe = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');

const configurator = (...words) =>
  execFileSync(process.env.CONFIGURATOR, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
const exported = (name, ...words) => {
  const file = `${folder}/${name}.html`;
  configurator('export', '--to', 'html', '--output', file, ...words);
  return file;
};

const browser = await puppeteer.launch({
  executablePath: process.env.BROWSER,
  // Root has no sandbox.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const troubles = [];

// Opens a page in a browser that keeps nothing of earlier pages.
async function open(file, { width = 1280, height = 800, theme = 'light' } = {}) {
  const page = await (await browser.createBrowserContext()).newPage();
  const address = pathToFileURL(file).href;
  page.on('request', request => request.url().split('#')[0] === address || troubles.push(`request of ${request.url()}`));
  page.on('console', message => message.type() === 'error' && troubles.push(message.text()));
  page.on('pageerror', error => troubles.push(String(error)));
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
  await page.setViewport({ width, height, hasTouch: width < 500, isMobile: width < 500 });
  await page.goto(address);
  return page;
}

const number = name => name.charCodeAt(0) - 97;
const square = (page, name, columns = 8) =>
  page.$(`[data-cell="${(Number(name.slice(1)) - 1) * columns + number(name)}"]`);
const click = async (page, name, { columns = 8, ...options } = {}) => (await square(page, name, columns)).click(options);
const text = (page, id) => page.$eval(`#${id}`, element => element.textContent);
const named = page => page.waitForSelector('#board[data-named=yes]');
const press = (page, label) => page.$$eval('#side button', (all, label) =>
  all.find(button => button.textContent === label).click(), label);
const squares = async page => {
  await named(page);
  return page.$$eval('.cell', all => all.map(square => {
    const [name, ...rest] = square.getAttribute('aria-label').split(', ');
    const states = ['placed', 'given', 'completed', 'forced', 'possible', 'attacked', 'impossible', 'excluded'];
    return { name, rest: rest.join(', '), state: states.find(state => square.classList.contains(state)) };
  }));
};

async function accessible(page, what) {
  await named(page);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  assert.deepEqual(serious.map(({ id, nodes }) => `${what}: ${id}: ${nodes[0].html} ${nodes[0].failureSummary}`), []);
}

// 8 queens: the numbers of the README.
async function eight() {
  const page = await open(exported('eight'));
  assert.match(await text(page, 'count'), /^92 solutions/);
  await click(page, 'a1');
  await click(page, 'g2');
  assert.match(await text(page, 'count'), /^2 solutions: .*14 impossible/);
  const all = await squares(page);
  const of = name => all.find(square => square.name === name);
  assert.equal(of('c8').state, 'forced');
  assert.equal(`c4, ${of('c4').rest}`, 'c4, impossible, because of a1 and g2');
  await click(page, 'c4');
  assert.equal(await text(page, 'said'), 'c4 cannot hold a piece: because of a1 and g2.');
  // One solution is left: the page places the rest of it, until the decision is taken back.
  await click(page, 'd3');
  assert.match(await text(page, 'count'), /Complete: 3 placed by you, 5 by the program\.$/);
  const completed = (await squares(page)).filter(({ state }) => state === 'completed');
  assert.deepEqual(completed.map(({ name }) => name).sort(), ['b6', 'c8', 'e7', 'f4', 'h5']);
  await click(page, 'h5');
  assert.match(await text(page, 'count'), /Complete: 4 placed by you, 4 by the program\.$/);
  await press(page, 'Undo');
  await press(page, 'Undo');
  assert.match(await text(page, 'count'), /^2 solutions/);
  await press(page, 'Complete');
  assert.equal((await squares(page)).filter(({ state }) => state === 'placed').length, 8);
  await press(page, 'Undo');
  await press(page, 'Undo');
  assert.match(await text(page, 'count'), /^4 solutions/);
  const refused = await page.evaluate(() => fetch('https://example.org').then(() => '', String));
  assert.match(refused, /TypeError/);
  assert.match(troubles.shift(), /Content Security Policy|violates/, 'the policy refuses a request');
  troubles.length = 0;
  await page.close();
}

// Random clicks, each compared with what the program says of the same decisions.
async function random(clicks) {
  let seed = 1850;
  const below = limit => (seed = (seed * 48271) % 2147483647) % limit;
  const regions = `${folder}/regions.txt`;
  writeFileSync(regions, readFileSync('assets/boards/coloured-8.toml', 'utf8').match(/"""\n([^"]*)"""/)[1]);
  const boards = [['--size', '8'], ['--size', '5', '--piece', 'knight', '--rules', 'rows=1'], ['--size', '6x7', '--holes', 'c3,d4'],
    ['--size', '5', '--torus'], ['--size', '4', '--rules', 'none'], ['--regions', regions, '--piece', 'RF', '--rules', 'rows,columns,regions'],
    ['--size', '5', '--rules', 'dominate,pieces=4', '--no-board-rule']];
  let compared = 0;
  for (const [index, words] of boards.entries()) {
    const page = await open(exported(`random-${index}`, ...words));
    for (let left = Math.ceil(clicks / boards.length); left > 0; left--) {
      const all = await page.$$('.cell:not(.hole)');
      await all[below(all.length)].click({ button: below(3) ? 'left' : 'right' });
      if (below(12) === 0) await press(page, 'Reset');
      const shown = new Map((await squares(page)).map(square => [square.name, square]));
      const decided = await page.$$eval('#list button', all => all.map(button => button.textContent.split(' ')));
      const of = value => decided.filter(([, word]) => word === value).map(([name]) => name).join(',');
      const options = [['--place', of('placed')], ['--exclude', of('excluded')]].filter(([, names]) => names).flat();
      const answer = JSON.parse(configurator('domains', '--json', ...words, ...options));
      const sentence = await text(page, 'count');
      const total = answer.solutions;
      assert.equal(sentence.split(' ')[0].replaceAll('\u202f', ''), total === '0' ? 'No' : total, `${words} ${options}`);
      for (const [name, { state, solutions }] of Object.entries(answer.cells)) {
        if (state === 'hole') continue;
        const cell = shown.get(name);
        const isCompleted = state === 'forced' && total === '1' && options.length > 0;
        assert.equal(cell.state, isCompleted ? 'completed' : state, `${words} ${options}: ${name}`);
        if (state === 'possible') assert.equal(cell.rest.match(/in (\S+) of/)[1].replaceAll('\u202f', ''), solutions);
      }
      compared++;
    }
    await page.close();
  }
  return compared;
}

// A coloured puzzle, solved by clicks and by keys, and by its own hints.
async function coloured() {
  const board = ['--board', 'assets/boards/coloured-8.toml'];
  const file = exported('coloured', ...board);
  const solution = JSON.parse(configurator('solve', '--json', ...board)).solutions[0];
  const byClicks = await open(file);
  await click(byClicks, 'a1');
  await press(byClicks, 'Check');
  for (const name of solution.filter(name => name !== 'a1')) {
    await click(byClicks, name);
    await click(byClicks, name);
  }
  assert.match(await text(byClicks, 'said'), /^Solved in 0:\d\d\.$/);
  await byClicks.close();

  const byKeys = await open(file);
  await byKeys.keyboard.press('Tab');
  let [row, column] = [0, 0];
  assert.equal(await byKeys.evaluate(() => document.activeElement.dataset.cell), '0');
  const go = async name => {
    for (; row < Number(name.slice(1)) - 1; row++) await byKeys.keyboard.press('ArrowUp');
    for (; row > Number(name.slice(1)) - 1; row--) await byKeys.keyboard.press('ArrowDown');
    for (; column < number(name); column++) await byKeys.keyboard.press('ArrowRight');
    for (; column > number(name); column--) await byKeys.keyboard.press('ArrowLeft');
  };
  const wrong = 'a1b1c1d1'.match(/../g).find(name => !solution.includes(name));
  await go(wrong);
  await byKeys.keyboard.press(' ');
  await byKeys.keyboard.press('c');
  assert.equal(await text(byKeys, 'said'), `Not right: ${wrong}.`);
  await byKeys.keyboard.press('u');
  for (const name of solution) {
    await go(name);
    await byKeys.keyboard.press(' ');
  }
  assert.match(await text(byKeys, 'said'), /^Solved in/);
  await byKeys.close();

  const byHints = await open(file);
  for (let press = 0; press < 3 * 60 && !/^Solved/.test(await text(byHints, 'said')); press++) {
    await byHints.keyboard.press('h');
  }
  assert.match(await text(byHints, 'said'), /^Solved in/);
  await byHints.close();

  const byDrag = await open(file);
  const [from, to] = await Promise.all(['b2', 'e2'].map(async name => (await square(byDrag, name)).boundingBox()));
  await byDrag.mouse.move(from.x + 9, from.y + 9);
  await byDrag.mouse.down();
  await byDrag.mouse.move(to.x + 9, to.y + 9, { steps: 12 });
  await byDrag.mouse.up();
  assert.match(await text(byDrag, 'count'), /^0 pieces placed, 4 cells crossed out/);
  await press(byDrag, 'Undo');
  assert.match(await text(byDrag, 'count'), /^0 pieces placed, 0 cells/);
  await byDrag.close();
  return file;
}

// The place of the board in the window.
const placeOf = page => page.$eval('#board', board => {
  const { x, y, width, height } = board.getBoundingClientRect();
  return [x, y, width, height];
});
const reload = page => page.reload().then(() => named(page));
const crosses = page => page.$$eval('.cell.excluded', all => all.length);

// Puzzles of one page: they keep their progress over a reload, and one follows the other.
async function several() {
  const file = `${folder}/several.html`;
  configurator('puzzle', '--coloured', '--size', '6', '--number', '3', '--seed', '1', '--output', file);
  const solutions = [1, 2, 3].map(seed => {
    const board = `${folder}/board-${seed}.toml`;
    writeFileSync(board, configurator('puzzle', '--coloured', '--size', '6', '--seed', String(seed)));
    return JSON.parse(configurator('solve', '--json', '--board', board)).solutions[0];
  });
  const page = await open(file, { width: 390, height: 844 });
  const on = name => click(page, name, { columns: 6 });
  const place = async name => { await on(name); await on(name); };
  const [first, ...rest] = solutions[0];
  const start = await placeOf(page);

  // A reload keeps the marks, the undo steps and the clock.
  await place(first);
  const other = ['a1', 'c1', 'e1'].find(name => !solutions[0].includes(name));
  await on(other);
  await page.waitForFunction(() => document.getElementById('clock').textContent >= '0:02');
  await reload(page);
  assert.match(await text(page, 'clock'), /^0:0[2-9]$/);
  assert.match(await text(page, 'count'), /^1 piece placed, 1 cell crossed out/);
  await press(page, 'Undo');
  assert.match(await text(page, 'count'), /^1 piece placed, 0 cells crossed out/);

  // Hints name regions by letter and colour, and cells.
  await press(page, 'Hint');
  assert.match(await text(page, 'said'), /(region [a-f] \([a-z]+\)|row \d|column [a-f])/i);
  await press(page, 'Hint');
  assert.match(await text(page, 'said'), /^(Cross out|Place) ([a-f][1-6](, | and |: )?)+/);

  // Crosses of the page come and go with the pieces: the row, the column, the region and the corners of a piece.
  await press(page, 'Auto crosses');
  const [column, row] = [number(first), Number(first[1]) - 1];
  const regions = await page.$$eval('.cell', all => Object.fromEntries(all.map(cell => [cell.dataset.cell, cell.getAttribute('aria-label').match(/region (.)/)[1]])));
  const ruledOut = Object.keys(regions).filter(cell => {
    const [up, right] = [Math.abs(Math.floor(cell / 6) - row), Math.abs(cell % 6 - column)];
    return up + right > 0 && (!up || !right || up === 1 && right === 1 || regions[cell] === regions[6 * row + column]);
  });
  assert.equal(await crosses(page), ruledOut.length);
  await reload(page);
  assert.equal(await crosses(page), ruledOut.length);
  await on(first);
  assert.equal(await crosses(page), 0);
  await press(page, 'Undo');

  // The board has not moved, and neither does it when everything is said.
  assert.deepEqual(await placeOf(page), start);
  for (const name of rest) await place(name);
  assert.match(await text(page, 'said'), /^Solved in 0:\d\d\. › goes on to the next puzzle\.$/);
  assert.deepEqual(await placeOf(page), start);
  const time = await text(page, 'clock');
  await reload(page);
  assert.equal(await text(page, 'clock'), time);
  assert.match(await text(page, 'said'), /^Solved in/);

  // The next puzzle is another one, and the first one stays solved.
  await Promise.all([page.waitForNavigation(), press(page, '›')]);
  await page.waitForFunction(() => document.title.endsWith('(2 of 3)'));
  await named(page);
  assert.match(await text(page, 'count'), /^0 pieces placed, 0 cells/);
  assert.equal(await page.$eval('[aria-label^="1, "]', button => button.textContent), '1 ✓');
  for (const name of solutions[1]) await place(name);
  assert.match(await text(page, 'said'), /^Solved in/);
  await reload(page);
  assert.match(await page.title(), /2 of 3/);
  await press(page, 'Reset');
  assert.equal(await text(page, 'clock'), '0:00');
  await accessible(page, 'several');

  // On paper there are all three puzzles without marks, and nothing else.
  await page.setViewport({ width: 703, height: 1032 });
  await page.emulateMediaType('print');
  assert.equal(await page.$$eval('figure', all => all.filter(figure => figure.offsetHeight > 0).length), 3);
  assert.equal(await page.$eval('main', main => main.offsetHeight), 0);
  // They fit on an A4 sheet, in pixels without its margins.
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= 1032));
  await page.screenshot({ path: `${folder}/paper.png`, fullPage: true });
  await page.close();
  return file;
}

async function pictures(files) {
  for (const [name, file, prepare] of files) {
    for (const [width, height] of [[390, 844], [1280, 800]]) {
      for (const theme of ['light', 'dark']) {
        const page = await open(file, { width, height, theme });
        await prepare(page);
        await accessible(page, `${name} ${width} ${theme}`);
        const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.ok(!scrolls, `${name} is wider than ${width} pixels`);
        await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png` });
        await page.close();
      }
    }
  }
}

// Sizes of files, and the time of a click.
async function sizes() {
  const times = [];
  for (const [queens, most] of [[8, 100e3], [10, 200e3], [12, 1.2e6]]) {
    const file = exported(`queens-${queens}`, '--size', String(queens));
    const { size } = statSync(file);
    assert.ok(size < most, `${queens} queens: ${size} bytes`);
    const page = await open(file);
    const time = await page.evaluate(() => {
      const begun = performance.now();
      document.querySelector('[data-cell="0"]').click();
      return performance.now() - begun;
    });
    times.push(`${queens} queens: ${Math.round(size / 1000)} kB, a click ${Math.round(time)} ms`);
    await page.close();
  }
  return times;
}

await eight();
console.log('8 queens: counts, reasons, completion, undo');
console.log(`${await random(Number(process.env.CLICKS || 500))} random clicks as domains says`);
const puzzle = await coloured();
console.log('a coloured puzzle solved by clicks, by keys and by hints');
const page = await several();
console.log('three puzzles of one page, played over reloads; the board stays where it is; printed on one sheet');
await pictures([
  ['several', page, async page => {
    await press(page, 'Auto crosses');
    for (const name of ['c3', 'c3']) await click(page, name, { columns: 6 });
  }],
  ['position', exported('position', '--place', 'a1,g2'), page => click(page, 'c4')],
  ['heat', `${folder}/eight.html`, page => press(page, 'Heat map')],
  ['puzzle', puzzle, async page => {
    for (const name of ['e5', 'e5', 'c3']) await click(page, name);
    await press(page, 'Hint');
    await press(page, 'Hint');
  }],
]);
console.log('axe-core finds nothing serious, in light and dark');
console.log((await sizes()).join('\n'));
assert.deepEqual(troubles, [], 'no request, no error');
await browser.close();
