"""The words by which models say, in several languages, that they left something out.

Each phrase is the whole of a remark, in small letters, without the signs around it.
"""

_THINGS = (
    r"(?:files?|code|source|class(?:es)?|functions?|methods?|modules?|components?|implementations?"
    r"|scripts?|documents?|contents?|templates?|styles?|tests?|config(?:uration)?|imports?|logic"
    r"|routes?|handlers?|fields?|props|lines?|definitions?|body|parts?|sections?|items?|entries"
    r"|rules|types|dependencies|endpoints?|fixtures?|helpers?|stuff|setup|readme|text|pages?|schema"
    r"|markup|layout|jsx|html|data|options|settings|values|variables|constants)"
)
_STATE = (
    r"(?:(?:is|are|remains?|stays?|kept|left|continues?|goes|go) )*"
    r"(?:the same|unchanged|same|as (?:before|is|it was)|here|omitted|truncated|continues?"
    r"|follows?|remains?|not shown|unmodified|untouched|identical)"
    r"(?: as (?:before|is|above)| (?:for|to) (?:brevity|clarity|save space)| here| below)*"
)
_OLD = r"(?:existing|remaining|other|previous|original|old|unchanged|same|earlier|more|current)"

ENGLISH = (
    r"(?:and )?(?:the |all )*(?:rest|remainder) of (?:the |this |your |our |my )?(?:\w+ )?"
    rf"{_THINGS}(?: {_STATE})?",
    rf"(?:and )?(?:the |all )*(?:rest|remainder) {_STATE}",
    rf"(?:and )?(?:all |the |your |my |any )*{_OLD} (?:\w+ )?{_THINGS}(?: and {_THINGS})? {_STATE}",
    r"(?:your |the |all )*(?:existing|remaining) (?:code|implementation|contents?|file)",
    rf"(?:the |some )?{_THINGS} (?:is |are |was |were |remains? )?(?:omitted|truncated|snipped"
    r"|elided|unchanged|not shown|shortened)(?: (?:for|to) \w+(?: space)?| here| below)?",
    r"(?:keep|leave) (?:the |all |your )*(?:rest|existing code|existing implementation"
    rf"|everything else)(?: of (?:the )?{_THINGS})?(?: {_STATE})?",
    r"(?:add|insert|paste|include|put|copy) (?:the |all |your )*"
    rf"(?:rest|{_OLD} {_THINGS})(?: of (?:the )?{_THINGS})? here",
    r"(?:everything|all) else (?:is |remains? |stays? )?(?:the same|unchanged|as is|as before)",
    r"(?:omitted|truncated|snipped|elided)(?: (?:for|to) \w+(?: space)?| here)?",
    r"snip|unchanged|no changes?(?: (?:here|below|needed))?|same as (?:before|above)|as before"
    r"|unchanged (?:from|since) (?:the )?(?:previous|original|last|before|above)\b.{0,20}"
    r"|to be continued|continued|skipped for brevity",
    r"(?:the |your )?(?:full |complete |whole |entire |actual )+(?:file |source )?"
    r"(?:code|contents?|implementation|file|text)(?: goes)?(?: here)?",
    r"(?:your |the |actual )*(?:implementation|code|contents?) goes here",
    r"(?:file|code|your) (?:contents?|code) here",
)
GERMAN = (
    r"(?:der |die )?rest(?: (?:der|des|vom|von) \w+)?(?: bleibt| ist)?"
    r" (?:unverändert|gleich|wie (?:zuvor|bisher|vorher|oben)|identisch|folgt|hier)",
    r"rest (?:der datei|des codes|der klasse|vom code|der funktion|des dokuments)",
    r"(?:der |die )?(?:übrige|restliche|bestehende|vorhandene|existierende)[rns]?"
    r" (?:code|inhalt|methoden|funktionen|importe|datei|tests)"
    r"(?: (?:bleib(?:t|en) )?(?:unverändert|gleich|hier|wie bisher))?",
    r"unverändert|bleibt (?:unverändert|gleich)|gekürzt|ausgelassen",
    r"wie (?:bisher|zuvor|vorher|oben)",
)
ROMANCE = (
    r"(?:le )?reste (?:du|de la|des) \w+(?: (?:est |reste )?(?:inchangée?|identique|ici))?",
    r"(?:le )?reste (?:est )?(?:inchangé|identique)|(?:le )?(?:code|contenu) existant(?: ici)?",
    r"inchangée?s?|(?:la )?suite du (?:code|fichier)|(?:code )?omis|comme avant|tronqué",
    r"(?:el |o |il )?resto (?:del|de la|de los|do|da|dei|della) \w+"
    r"(?: (?:permanece |queda |sigue |rimane |resta )?(?:sin cambios|igual|aquí|inalterado"
    r"|sem alterações|invariato|uguale))?",
    r"(?:el |o |il )?resto (?:sin cambios|igual|queda igual|inalterado|invariato)",
    r"(?:código|codice) (?:existente|esistente|restante)(?: aquí| aqui| qui)?",
    r"sin cambios|igual que antes|omitid[oa]|inalterado|sem alterações|invariato|continúa|omesso",
)
OTHERS = (
    r"(?:de )?rest van (?:het|de) \w+(?: (?:blijft )?(?:ongewijzigd|gelijk|hetzelfde))?",
    r"bestaande code|ongewijzigd",
    r"остальн\w+ (?:код\w*|часть|часть файла|методы)(?: без изменений)?",
    r"(?:остальное )?без изменений",
    r"существующий код|код (?:опущен|не изменился)",
    r"(?:此处|這裡|这里|以下|中间)?(?:代码|代碼|内容|內容|部分)?已?(?:省略|略)了?"
    r"(?:其余|其餘|剩余|剩餘|其他|部分)?的?(?:代码|代碼|内容|內容|部分)?",
    r"(?:其余|其餘|剩余|剩餘|现有|現有|原有|已有)的?(?:代码|代碼|部分|内容|內容|方法|函数|实现)"
    r"(?:保持)?(?:不变|不變|相同|同上|省略|略|未变)?",
    r"(?:其他|其它|后续|後續)的?(?:代码|代碼|部分|内容|內容|方法|函数|实现)?"
    r"(?:保持)?(?:不变|不變|相同|同上|省略|略|未变)",
    r"(?:代码|代碼|内容)?(?:保持)?(?:不变|不變|同上|未更改|未修改|无变化|没有变化)",
    r"(?:残り|既存)の?(?:コード|部分|ファイル|処理|実装|内容|メソッド)(?:は|を)?"
    r"(?:変更なし|変更無し|同じ|省略|そのまま|略|同様)?",
    r"(?:残り|以下|以降|その他)の?(?:コード|部分|ファイル|処理|実装|内容|メソッド)?(?:は|を)?"
    r"(?:変更なし|変更無し|同じ|省略|そのまま|略|同様)",
    r"中略|後略|前略|省略|以下略|変更なし|変更無し|同上",
    r"(?:나머지|기존) ?(?:코드|부분|내용|파일)(?:는|은)?(?: ?(?:동일|생략|그대로|변경 ?없음|유지))?"
    r"|(?:이하 ?)?생략|변경 ?없음",
)
PHRASES = "|".join((*ENGLISH, *GERMAN, *ROMANCE, *OTHERS))

# Words that, behind three dots, can hardly mean anything else.
KEYWORDS = (
    r"(?:(?:and|the|all|your|my|some|der|die|das|le|la|les|el|los|o|il) )*"
    r"(?:rest|remaining|existing|unchanged|omitted|previous|same as|as before|truncated|other"
    r"|more|unverändert|bestehend\w*|restlich\w*|weitere\w*|inchangé\w*|reste|existant|suite|autres"
    r"|resto|sin cambios|existente|otros|demás|остальн\w+|без изменений)\b"
    r"|.{0,12}(?:省略|不变|不變|其余|其他|现有|剩余|残り|既存|以下|変更なし|나머지|기존|생략)"
)
