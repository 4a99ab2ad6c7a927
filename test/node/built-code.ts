import { build, type Plugin, type Rolldown } from 'vite';

/**
 * What Vite makes of a module with these plugins, as one text that is not minified.
 *
 * @param entry the module's path; it need not be a file when `given` has its text.
 * @param given texts that take the place of files, by path.
 */
export async function builtCode(entry: string, plugins: Plugin[], given: Record<string, string> = {}): Promise<string> {
  const texts: Plugin = {
    name: 'given',
    resolveId: (name) => (name === entry && name in given ? name : null),
    load: (name) => given[name] ?? null,
  };
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { decorator: { legacy: true } },
    plugins: [texts, ...plugins],
    build: { write: false, minify: false, target: 'es2022', lib: { entry, formats: ['es'] } },
  });
  const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  return outputs.flatMap(({ output }) => output.map((file) => (file.type === 'chunk' ? file.code : ''))).join('');
}
