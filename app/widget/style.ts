/** The widget's looks. They live in its shadow tree, as a sheet of its own: a site's policy need not allow styles. */
export const css = `
:host{all:initial;--accent:#0b6b83;--on:#fff;--ground:#fff;--soft:#f1f4f6;--ink:#14212b;--muted:#51626e;--line:#7b8b96;--bad:#a4161a;--ok:#14632f;color-scheme:light dark}
@media(prefers-color-scheme:dark){:host{--ground:#172028;--soft:#24303a;--ink:#eef3f6;--muted:#aebcc6;--line:#7f919d;--bad:#ff9c97;--ok:#85dfa4}}
*{box-sizing:border-box;font:inherit;letter-spacing:inherit;margin:0}
[hidden]{display:none!important}
.widget{font:400 15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Devanagari",sans-serif;color:var(--ink);position:fixed;inset-block-end:20px;z-index:2147483000;display:grid;gap:12px}
.right{right:20px;justify-items:end}.left{left:20px;justify-items:start}
button,select,input,textarea{color:inherit}
button{cursor:pointer;border:0;background:none;padding:0}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px;box-shadow:0 0 0 2px var(--ground)}
.launcher{inline-size:56px;block-size:56px;border-radius:50%;background:var(--accent);color:var(--on);display:grid;place-items:center;position:relative;box-shadow:0 0 0 1px var(--line),0 6px 20px #0004}
.launcher svg{inline-size:26px;block-size:26px}
.badge{position:absolute;inset-block-start:-4px;inset-inline-end:-4px;min-inline-size:24px;block-size:24px;padding:0 6px;border-radius:12px;background:#a4161a;color:#fff;font-weight:700;font-size:13px;line-height:24px;text-align:center}
.panel{inline-size:372px;max-inline-size:calc(100vw - 40px);block-size:min(620px,calc(100dvh - 110px));background:var(--ground);border-radius:14px;box-shadow:0 0 0 1px var(--line),0 12px 40px #0005;display:flex;flex-direction:column;overflow:hidden}
header{background:var(--accent);color:var(--on);padding:12px 14px;display:flex;align-items:center;gap:8px}
header h2{font-size:17px;font-weight:650;flex:1;min-inline-size:0;overflow-wrap:anywhere}
header button{min-inline-size:36px;min-block-size:36px;border-radius:8px;display:grid;place-items:center;padding:0 8px;font-size:14px;text-decoration:underline;text-underline-offset:3px}
header :focus-visible{outline-color:var(--on);box-shadow:none}
.log{flex:1;overflow-y:auto;padding:14px;overscroll-behavior:contain;min-block-size:80px}
.log:focus-visible{outline-offset:-3px}
ol,ul{list-style:none;padding:0}
.log>ol{display:grid;gap:10px}
.message{display:grid;justify-items:start;max-inline-size:100%;min-inline-size:0}
.own{justify-items:end}
.bubble{background:var(--soft);border-radius:14px;padding:8px 12px;max-inline-size:86%;overflow-wrap:anywhere;white-space:pre-wrap;min-inline-size:0}
.wide .bubble{max-inline-size:100%;inline-size:100%}
.own .bubble{background:var(--accent);color:var(--on)}
.bubble a{color:inherit;text-decoration:underline}
.meta{font-size:12.5px;color:var(--muted);margin-block-start:2px;display:flex;gap:8px;align-items:center;flex-wrap:wrap}
.bad{color:var(--bad);font-weight:600}
.link{text-decoration:underline;text-underline-offset:3px;min-block-size:24px;min-inline-size:24px;color:inherit}
.choices{display:flex;flex-wrap:wrap;gap:8px;margin-block-start:8px;white-space:normal}
.choice{border:1.5px solid var(--line);border-radius:18px;padding:6px 14px;min-block-size:34px;background:var(--ground);color:var(--ink)!important;text-align:start;text-decoration:none!important;display:inline-block;overflow-wrap:anywhere}
.choice small{display:block;color:var(--muted);font-size:13px}
.choice[disabled]{cursor:default;border-style:dashed;color:var(--muted)!important}
.choice[data-chosen]{border-style:solid;font-weight:650}
.rows{display:grid;gap:6px;margin-block-start:8px;white-space:normal}.rows .choice{inline-size:100%;border-radius:10px}
summary{cursor:pointer;min-block-size:28px;text-decoration:underline;text-underline-offset:3px}
.small{font-size:13px;color:var(--muted)}
.own .small{color:inherit}
canvas,img,video{max-inline-size:100%;border-radius:8px;display:block;block-size:auto}
.cards{display:flex;gap:10px;overflow-x:auto;scroll-snap-type:x mandatory;padding:4px;margin-block-start:6px;white-space:normal}
.card{flex:0 0 82%;scroll-snap-align:start;border:1px solid var(--line);border-radius:10px;padding:10px;background:var(--ground);color:var(--ink)}
.card h3{font-weight:650}
.step{display:flex;gap:8px;margin-block-start:6px}
.step button{border:1.5px solid var(--line);border-radius:8px;min-inline-size:40px;min-block-size:32px;background:var(--ground);color:var(--ink)}
.step button[disabled]{border-style:dashed;color:var(--muted);cursor:default}
.dots{display:inline-flex;gap:5px;padding:6px 2px}
.dots i{inline-size:7px;block-size:7px;border-radius:50%;background:var(--muted);animation:dot 1.2s infinite}
.dots i:nth-child(2){animation-delay:.2s}.dots i:nth-child(3){animation-delay:.4s}
@keyframes dot{0%,60%,100%{opacity:.3}30%{opacity:1}}
@media(prefers-reduced-motion:reduce){*{animation:none!important;scroll-behavior:auto!important}}
.notice{padding:8px 14px;font-size:13.5px;background:var(--soft);border-block-start:1px solid var(--line)}
.uploads{padding:8px 14px;display:grid;gap:6px;font-size:13.5px;border-block-start:1px solid var(--line)}
progress{inline-size:100%;accent-color:var(--accent)}
.composer{display:flex;gap:8px;align-items:flex-end;padding:10px;border-block-start:1px solid var(--line)}
textarea,input{border:1.5px solid var(--line);border-radius:10px;background:var(--ground);padding:8px 10px;inline-size:100%;min-block-size:40px}
input[type=radio]{inline-size:22px;min-block-size:22px;accent-color:var(--accent);flex:none}
textarea{resize:none;max-block-size:140px;field-sizing:content;display:block}
[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.icon{inline-size:40px;block-size:40px;flex:none;border-radius:10px;display:grid;place-items:center}
.icon svg{inline-size:22px;block-size:22px}
.go{background:var(--accent);color:var(--on)}
.primary{background:var(--accent);color:var(--on);border-radius:10px;padding:9px 16px;font-weight:650;min-block-size:42px;box-shadow:0 0 0 1px var(--line)}
form.sheet,.sheet{padding:16px;display:grid;gap:14px;align-content:start;overflow-y:auto;flex:1}
.field{display:grid;gap:4px}
.composer .field{flex:1;min-inline-size:0}
.field label,legend{font-weight:600}
fieldset{border:0;padding:0;min-inline-size:0}
.stars{display:flex;gap:6px;flex-wrap:wrap;margin-block-start:8px}
.stars label{display:flex;align-items:center;gap:6px;border:1.5px solid var(--line);border-radius:10px;padding:6px 10px;font-weight:400;cursor:pointer}
.error{color:var(--bad);font-size:13.5px;font-weight:600}
.problems{border:2px solid var(--bad);border-radius:10px;padding:10px}
.problems a{color:var(--bad)}
.hidden{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(max-width:480px){:host(:not([data-preview])) .opened{inset:0;display:block}:host(:not([data-preview])) .opened .launcher{display:none}:host(:not([data-preview])) .panel{inline-size:100%;max-inline-size:none;block-size:100dvh;border-radius:0;box-shadow:none}textarea,input{font-size:16px}}
:host([data-preview]) .widget{position:absolute;z-index:0}
:host([data-preview]) .panel{block-size:380px;inline-size:320px}
@media(forced-colors:active){.launcher,.panel,.bubble,.primary,.go{border:1px solid}}
`;
